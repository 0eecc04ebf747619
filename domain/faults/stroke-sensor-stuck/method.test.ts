import { tryFault } from '../testing/trial.ts';

tryFault('stroke_sensor_stuck', {
  mild: { faults: { sensed: (_, day) => (day >= 74.3 ? { stroke: 431 } : {}) } },
  severe: { faults: { sensed: (_, day) => (day >= 57 ? { stroke: 431 } : {}) } },
  impostor: { faults: { seizedFrom: 55 }, is: 'seized' },
});
