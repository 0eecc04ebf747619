import { tryFault } from '../testing/trial.ts';

tryFault('pressure_sensor_stuck', {
  mild: { faults: { sensed: (_, day) => (day >= 72 ? { pressure: 99.4 } : {}) } },
  severe: { faults: { sensed: (_, day) => (day >= 55 ? { pressure: 99.4 } : {}) } },
  impostor: { faults: { sensed: (m) => ({ pressure: Math.round(m.pressure! / 4) * 4 }) }, is: null },
});
