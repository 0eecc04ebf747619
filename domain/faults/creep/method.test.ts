import { tryFault } from '../testing/trial.ts';

tryFault('creep', {
  mild: { faults: { creep: (day) => 0.5 * day } },
  severe: { faults: { creep: (day) => 1.6 * day } },
  impostor: {
    faults: { sensed: (m, day) => ({ stroke: m.stroke! + 1.5 * day }) },
    is: 'stroke_sensor_drift',
  },
});
