/** Sun at night: the times of a file are not UTC, or half a day off. */
import { HOUR } from '../../durations.ts';
import { sunHeight } from './nights.ts';
import type { WeatherRecord } from './weather-record.ts';

/** Sine of the sun's elevation at the end of twilight, 6° below the horizon. */
const DARK = -0.1;
/** W/m² that no moon gives; and the hours with it that are no mistake of a single value. */
const SUNNY = 60;
const MIN_HOURS = 3;

/** The index of the first record with sun in the dark, if there is more of it than by day; -1: none. */
export function nightSun(records: readonly WeatherRecord[]): number {
  let first = -1;
  const [dark, light] = [
    { n: 0, sum: 0 },
    { n: 0, sum: 0 },
  ];
  for (const [at, { radiation, validAt, latitude, longitude }] of records.entries()) {
    if (radiation === null) continue;
    // The value may be the mean of the hour before or after its time.
    const isDark = [-HOUR, 0, HOUR].every(
      (shift) => sunHeight(validAt + shift, { latitude, longitude }) < DARK,
    );
    if (isDark && radiation < SUNNY) continue;
    if (isDark && first < 0) first = at;
    const own = isDark ? dark : light;
    own.n += 1;
    own.sum += radiation;
  }
  return dark.n >= MIN_HOURS && dark.sum * light.n > light.sum * dark.n ? first : -1;
}
