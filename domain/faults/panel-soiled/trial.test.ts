import { tryFault } from '../testing/trial.ts';
import { DAY } from '../testing.ts';

tryFault('panel_soiled', {
  mild: { faults: { soiling: (day) => (day > 60 ? 0.5 : 1) }, days: 90, every: 1 },
  severe: {
    faults: { soiling: (day) => Math.max(0.2, 1 - 0.02 * Math.max(0, day - 40)) },
    days: 90,
    every: 1,
  },
  impostor: {
    faults: {
      sensed: (m, day) =>
        day > 60 && m.time % DAY > DAY / 2 && m.solar_voltage! > 0.5
          ? { solar_voltage: m.solar_voltage! - 0.23 }
          : {},
    },
    days: 90,
    every: 1,
    is: null,
  },
});
