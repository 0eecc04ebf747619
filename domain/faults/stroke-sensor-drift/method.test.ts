import { tryFault } from '../testing/trial.ts';

tryFault('stroke_sensor_drift', {
  mild: { faults: { sensed: (m, day) => ({ stroke: m.stroke! + 0.5 * day }) } },
  severe: { faults: { sensed: (m, day) => ({ stroke: m.stroke! + 1.6 * day }) } },
  impostor: { faults: { creep: (day) => 1.6 * day }, is: 'creep' },
});
