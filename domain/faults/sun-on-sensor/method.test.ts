import { daysOf } from '../shared/days/days.ts';
import { tryFault } from '../testing/trial.ts';
import { AERO, buildMeasures, DAY, type Faults } from '../testing.ts';

const twin = { aero: AERO, days: daysOf(buildMeasures(90)) };
/** °C that the sun adds from the east, on two of five days of the last weeks. */
const sun =
  (degrees: number): NonNullable<Faults['sensed']> =>
  ({ time, temperature }, day) => {
    const hour = (time % DAY) / (DAY / 24);
    const shines = day >= 65 && Math.floor(day) % 5 < 2 && hour >= 8 && hour < 12;
    return shines ? { temperature: temperature! + degrees } : {};
  };

tryFault('sun_on_sensor', {
  sound: { days: 90, input: { twin } },
  mild: { faults: { sensed: sun(5) }, days: 90, input: { twin } },
  severe: { faults: { sensed: sun(12) }, days: 90, input: { twin } },
  impostor: {
    faults: { sensed: (m, day) => (day >= 80 ? { temperature: m.temperature! + 5 } : {}) },
    days: 90,
    input: { twin },
    is: 'temperature_sensor_step',
  },
});
