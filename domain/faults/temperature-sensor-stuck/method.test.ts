import { tryFault } from '../testing/trial.ts';

tryFault('temperature_sensor_stuck', {
  mild: { faults: { sensed: (_, day) => (day >= 74.3 ? { temperature: 9.7 } : {}) } },
  severe: { faults: { sensed: (_, day) => (day >= 58 ? { temperature: 9.7 } : {}) } },
  impostor: { faults: { sensed: (_, day) => (day >= 58 ? { stroke: 431 } : {}) }, is: 'stroke_sensor_stuck' },
});
