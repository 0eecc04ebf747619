import { tryFault } from '../testing/trial.ts';

tryFault('stroke_sensor_step', {
  mild: { faults: { sensed: (m, day) => (day >= 50 ? { stroke: m.stroke! + 30 } : {}) } },
  severe: { faults: { sensed: (m, day) => (day >= 50 ? { stroke: m.stroke! + 180 } : {}) } },
  worst: 'watch',
  impostor: { faults: { creep: (day) => (day >= 50 ? 150 : 0) }, is: 'slipped_wire' },
});
