import { tryFault } from '../testing/trial.ts';
import { DAY, type Faults } from '../testing.ts';

/** Shade from 10 to 13 o'clock every day since day 65, V. */
const shade =
  (volts: number): NonNullable<Faults['sensed']> =>
  ({ time, solar_voltage }, day) => {
    const hour = (time % DAY) / (DAY / 24);
    return day > 65 && hour > 10 && hour < 13 ? { solar_voltage: Math.max(0, solar_voltage! - volts) } : {};
  };

tryFault('panel_shaded', {
  mild: { faults: { sensed: shade(0.5) }, days: 90, every: 1 },
  severe: { faults: { sensed: shade(0.8) }, days: 90, every: 1 },
  worst: 'watch',
  impostor: {
    faults: { soiling: (day) => Math.max(0.3, 1 - 0.02 * Math.max(0, day - 40)) },
    days: 90,
    every: 1,
    is: 'panel_soiled',
  },
});
