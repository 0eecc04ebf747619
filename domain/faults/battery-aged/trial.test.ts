import { tryFault } from '../testing/trial.ts';

tryFault('battery_aged', {
  mild: { faults: { ohms: 0.36 }, every: 1 },
  severe: { faults: { ohms: 0.5 }, every: 1 },
  impostor: { faults: { battery: () => 3.4 }, every: 1, is: 'battery_low' },
});
