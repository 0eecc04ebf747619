import { tryFault } from '../testing/trial.ts';

tryFault('loose_connection', {
  mild: {
    faults: { sensed: (m, day, i) => (day > 53 && i % 30 === 0 ? { pressure: m.pressure! + 20 } : {}) },
    every: 1,
  },
  severe: {
    faults: { sensed: (m, day, i) => (day > 53 && i % 24 === 0 ? { pressure: m.pressure! + 20 } : {}) },
    every: 1,
  },
  impostor: {
    faults: { sensed: (m, _, i) => (i % 1446 === 0 ? { stroke: m.stroke! + 60 } : {}) },
    every: 1,
    is: null,
  },
});
