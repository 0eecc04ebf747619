import { tryFault } from '../testing/trial.ts';

tryFault('broken_wire', {
  mild: { faults: { creep: (day) => (day >= 58 ? 300 : 0) } },
  severe: { faults: { creep: (day) => (day >= 58 ? 420 : 0) } },
  impostor: { faults: { creep: (day) => (day >= 58 ? 120 : 0) }, is: 'slipped_wire' },
});
