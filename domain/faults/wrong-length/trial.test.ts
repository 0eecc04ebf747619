import { tryFault } from '../testing/trial.ts';

tryFault('wrong_length', {
  mild: { aero: { regularized_length: 980 } },
  severe: { aero: { regularized_length: 1400 } },
  impostor: { faults: { friction: 0.13 }, is: 'friction' },
});
