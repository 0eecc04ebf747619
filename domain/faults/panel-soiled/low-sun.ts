/**
 * Light on a panel under a low sun, from its voltage, which then rises by 4 % for each e-fold of light,
 * before the light heats the cell. Above some 400 W/m² the two effects cancel and the voltage hardly changes.
 */

import { DAY, HOUR } from '../../durations.ts';
import { declination } from '../../physics/solar.ts';
import { median, quantile } from '../../physics/statistics.ts';
import type { Day } from '../shared/days/days.ts';
import { noonHourOf } from '../shared/light/light.ts';

/**
 * Share by which a panel's voltage falls when the light falls to 1/e, and for each degree of the cell
 * (docs/domain.md, "Box").
 */
const PER_E = 0.04;
const COOLING = 0.003;
/**
 * e-folds of light hidden by the heat of 1 kW/m², which warms the cell by 30 °C above the air (docs/domain.md,
 * "Box").
 */
const HIDES = (30 * COOLING) / PER_E;
/** ln of light added by each degree that the temperature reads too high. */
export const PER_DEGREE = COOLING / PER_E;
/** Highest voltage that occurs (at 440 W/m²), as a share of the one at 1 kW/m² and 25 °C. */
const HIGHEST = 0.935;
/** Panel voltage below which it is night, V. */
const NIGHT = 0.5;
/** °C below which snow may lie on it. */
const SNOW = 2.5;
/** ln of kW/m² above which the voltage no longer depends on the light. */
const MAX_LIGHT = Math.log(0.33);
/** Sine of the sun's height at noon below which weeks pass without a clear hour, and no day is used. */
const NOON = 0.35;
const RADIANS = Math.PI / 180;
/** Sines of the sun's height that divide the low sun into steps. */
const HEIGHTS = [0.05, 0.12, 0.2, 0.3, 0.42] as const;
const [LOWEST, TOP] = [HEIGHTS[0], HEIGHTS[4]];
/** Steps of height in each half of the day. */
export const STEPS = HEIGHTS.length - 1;
/** Attenuation of a low sun: exp(−0.059 / sine of its height) (Haurwitz 1945). */
const HAZE = 0.059;
/** Exponent by which the diffuse share of a clear sky's light falls with the sine of the sun's height. */
const SKY = 0.45;
/**
 * ln by which the light on a level panel, relative to a clear sky without the sun, grows from one step to the
 * next.
 */
export const growthOnLevel = (lower: number, higher: number) =>
  SKY * Math.log((HEIGHTS[higher]! + HEIGHTS[higher + 1]!) / (HEIGHTS[lower]! + HEIGHTS[lower + 1]!));
/** Forenoon, afternoon. */
export const SIDES = [0, 1] as const;

/** Days of the newest block; days of each earlier block; number of blocks. */
export const RECENT = 18;
export const BLOCK = 16;
export const BLOCKS = 5;
/** Days of a block on which a height must have been measured. */
const MIN_DAYS = 5;

/**
 * ln of the clearer days' light relative to a clear sky without the sun, up to a constant: by block, oldest
 * first, and by side and height (index `side · STEPS + height`); null where too few days were measured.
 */
export type Levels = readonly (readonly (number | null)[])[];

/** Quantile of the days that represents the clearer ones. */
const CLEAR = 0.8;

/** The light under a low sun; latitude and longitude in °, `now` in ms. Null where solar noon is unknown. */
export function levelsOf(
  days: readonly Day[],
  latitude: number,
  longitude: number | null,
  now: number,
): Levels | null {
  const noon = noonHourOf(days, longitude);
  if (noon === null) return null;
  const whole = wholeOf(days);
  const seen = Array.from({ length: BLOCKS }, () => Array.from({ length: 2 * STEPS }, (): number[] => []));
  for (const day of days) {
    const age = now / DAY - day.start / DAY;
    const back = age <= RECENT ? 0 : Math.floor((age - RECENT) / BLOCK) + 1;
    if (back >= BLOCKS) continue;
    lightOfDay(day, latitude, noon, whole).forEach((lights, at) => {
      if (lights.length > 0) seen[BLOCKS - 1 - back]![at]!.push(median(lights));
    });
  }
  return seen.map((block) =>
    block.map((lights) => (lights.length < MIN_DAYS ? null : quantile(lights, CLEAR))),
  );
}

/** Light of one day's samples by side and height, as in `Levels`; `whole` in V. */
function lightOfDay({ start, hours, clean }: Day, latitude: number, noon: number, whole: number): number[][] {
  const lights = Array.from({ length: 2 * STEPS }, (): number[] => []);
  if (hours.length === 0 || hours.some(({ temperature }) => temperature < SNOW)) return lights;
  const dayOfYear = Math.floor((start - Date.UTC(new Date(start).getUTCFullYear(), 0, 1)) / DAY) + 1;
  const [phi, delta] = [latitude * RADIANS, declination(dayOfYear) * RADIANS];
  // The sine of the sun's height is a + b·cos of its hour.
  const [a, b] = [Math.sin(phi) * Math.sin(delta), Math.cos(phi) * Math.cos(delta)];
  if (a + b < NOON) return lights;
  const hourAt = (sin: number) => Math.acos(Math.min(1, Math.max(-1, (sin - a) / b))) / RADIANS / 15;
  const [near, far] = [hourAt(TOP), hourAt(LOWEST)];
  for (let i = 0; i < clean.time.length; i++) {
    const volt = clean.solar_voltage[i]!;
    if (!(volt >= NIGHT)) continue;
    const hour = (((clean.time[i]! - start) / HOUR - noon + 36) % 24) - 12;
    if (Math.abs(hour) <= near || Math.abs(hour) >= far) continue;
    const sin = a + b * Math.cos(15 * hour * RADIANS);
    let step = 0;
    while (sin >= HEIGHTS[step + 1]!) step++;
    const light = lightOf(volt / (whole * (1 - COOLING * (clean.temperature[i]! - 25))));
    lights[hour < 0 ? step : STEPS + step]!.push(light - clearSkyAlone(sin));
  }
  return lights;
}

/** ln of a clear sky's diffuse light on a level plane, kW/m², up to a constant. */
const clearSkyAlone = (sin: number) => (1 - SKY) * Math.log(sin) - HAZE / sin;

/** Voltage of the panel at 1 kW/m² and 25 °C, estimated from the daily maxima, V. */
function wholeOf(days: readonly Day[]): number {
  const highest = days.flatMap(({ hours }) => {
    let most = 0;
    for (const { solar_voltage, temperature } of hours)
      most = Math.max(most, (solar_voltage ?? 0) / (1 - COOLING * (temperature - 25)));
    return most > NIGHT ? [most] : [];
  });
  return highest.length === 0 ? 1 : quantile(highest, 0.7) / HIGHEST;
}

/** ln of the light, kW/m², at a voltage given as a share of `whole`; infinite where the voltage has levelled off. */
function lightOf(share: number): number {
  const cold = (share - 1) / PER_E;
  let light = cold;
  for (let round = 0; round < 3; round++) {
    light = cold + HIDES * Math.exp(light);
    if (light > MAX_LIGHT) return Number.POSITIVE_INFINITY;
  }
  return light;
}
