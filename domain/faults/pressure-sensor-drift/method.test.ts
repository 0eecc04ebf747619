import { tryFault } from '../testing/trial.ts';

tryFault('pressure_sensor_drift', {
  mild: { faults: { sensed: (m, day) => ({ pressure: m.pressure! + 0.03 * day }) } },
  severe: { faults: { sensed: (m, day) => ({ pressure: m.pressure! + 0.25 * day }) } },
  impostor: { faults: { gas: (day) => 1 - 0.003 * day }, is: 'leak' },
});
