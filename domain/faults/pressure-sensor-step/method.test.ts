import { tryFault } from '../testing/trial.ts';

tryFault('pressure_sensor_step', {
  mild: { faults: { sensed: (m, day) => (day >= 50 ? { pressure: m.pressure! - 2 } : {}) } },
  severe: { faults: { sensed: (m, day) => (day >= 50 ? { pressure: m.pressure! + 17 } : {}) } },
  impostor: { faults: { gas: (day) => (day < 60 ? 1 : 0.7) }, is: 'burst' },
});
