import { tryFault } from '../testing/trial.ts';

tryFault('stop_hot', {
  mild: { faults: { middle: 730 } },
  severe: { faults: { middle: 800 } },
  impostor: { faults: { middle: 200 }, is: 'stop_cold' },
});
