import { tryFault } from '../testing/trial.ts';

tryFault('battery_low', {
  mild: { faults: { battery: () => 3.45 } },
  severe: { faults: { battery: () => 3.2 } },
  impostor: { faults: { battery: (day) => 4.15 - 0.01 * day }, days: 60, is: 'battery_falling' },
});
