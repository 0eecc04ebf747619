import { tryFault } from '../testing/trial.ts';

tryFault('stop_cold', {
  mild: { faults: { middle: 300 } },
  severe: { faults: { middle: 200 } },
  impostor: { faults: { middle: 800 }, is: 'stop_hot' },
});
