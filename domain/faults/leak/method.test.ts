import { tryFault } from '../testing/trial.ts';

tryFault('leak', {
  mild: { faults: { gas: (day) => 1 - 0.0004 * day } },
  severe: { faults: { gas: (day) => 1 - 0.003 * day } },
  impostor: {
    faults: { sensed: (m, day) => ({ pressure: m.pressure! - 0.1 * day }) },
    is: 'pressure_sensor_drift',
  },
});
