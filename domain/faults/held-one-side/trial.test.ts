import { tryFault } from '../testing/trial.ts';

tryFault('held_one_side', {
  mild: { faults: { beyond: 470 }, days: 32 },
  severe: { faults: { beyond: 470 }, days: 40 },
  impostor: { faults: { friction: 0.12 }, days: 73, is: 'friction' },
});
