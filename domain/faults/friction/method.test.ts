import { tryFault } from '../testing/trial.ts';

tryFault('friction', {
  mild: { faults: { friction: 0.08 } },
  severe: { faults: { friction: 0.13 } },
  impostor: { faults: { creep: (day) => 1.5 * day }, is: 'creep' },
});
