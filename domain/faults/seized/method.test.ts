import { tryFault } from '../testing/trial.ts';

tryFault('seized', {
  mild: { faults: { seizedFrom: 73 } },
  severe: { faults: { seizedFrom: 55 } },
  impostor: { faults: { sensed: (_, day) => (day >= 57 ? { stroke: 431 } : {}) }, is: 'stroke_sensor_stuck' },
});
