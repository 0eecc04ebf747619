import { tryFault } from '../testing/trial.ts';

tryFault('slipped_wire', {
  mild: { faults: { creep: (day) => (day >= 50 ? 50 : 0) } },
  severe: { faults: { creep: (day) => (day >= 50 ? 150 : 0) } },
  impostor: {
    faults: { sensed: (m, day) => (day >= 50 ? { stroke: m.stroke! + 80 } : {}) },
    is: 'stroke_sensor_step',
  },
});
