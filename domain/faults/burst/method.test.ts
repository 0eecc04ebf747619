import { tryFault } from '../testing/trial.ts';

tryFault('burst', {
  mild: { faults: { gas: (day) => (day < 60 ? 1 : 0.7) } },
  severe: { faults: { gas: (day) => (day < 60 ? 1 : 0.2) } },
  impostor: {
    faults: { sensed: (m, day) => (day >= 60 ? { pressure: m.pressure! - 3 } : {}) },
    is: 'pressure_sensor_step',
  },
});
