/** Hours of weather at a point, and the part of a day's weather that moves a ram. */
import { HOUR } from '../../durations.ts';
import { clearSky, cosZenith } from '../../physics/solar.ts';

/** Columns by the hour from `start` (hours since 1970, UTC); NaN where nothing is known. */
export interface WeatherHours {
  readonly start: number;
  /** Of the air, °C. */
  readonly temperature: Float64Array;
  /** On a level plane, W/m². */
  readonly radiation: Float64Array;
}

/** The extremes of the wire on a day of the place. */
export interface WeatherDay {
  /** Days since 1970 in the local time of the place. */
  readonly day: number;
  /** Warmest moment of the wire: the air temperature (°C, smoothed over an hour) and the sun (W/m²). */
  readonly hot: number;
  readonly hotSun: number;
  /** Coldest moment of the wire. */
  readonly cold: number;
  readonly coldSun: number;
  /** Lowest and highest air temperature of the day, °C. */
  readonly airMin: number;
  readonly airMax: number;
  /** Day on which it was issued (days since 1970); absent: the day of the forecast, or the day itself. */
  readonly issued?: number;
}

/**
 * °C by which 1 W/m² heats the wire above the air: 9 to 15 °C at 1,000 W/m² (docs/domain.md, "Stroke") minus
 * the usual cooling by wind.
 */
export const SUN_HEAT = 0.01;
/**
 * Weight of the previous hour: the wire follows within a quarter of an hour, and an hourly mean lags by half
 * an hour.
 */
const LAG = 0.3;
/** Clear-sky share assumed without radiation data: the mean of Europe's clouds. Judged. */
const USUAL_SKY = 0.6;
/** Share of a day's hours that must be known. */
const ENOUGH = 0.85;
/** With this many hours of the day measured, a box counts as measuring all day. */
const ALL_DAY = 12;

/** Radiation of an average sky in an hour, without data. */
function usualSun(hour: number, latitude: number, longitude: number): number {
  const time = new Date(hour * HOUR);
  const day =
    (Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()) -
      Date.UTC(time.getUTCFullYear(), 0, 0)) /
    (24 * HOUR);
  return (
    USUAL_SKY * clearSky(cosZenith(latitude, day, (((time.getUTCHours() + longitude / 15) % 24) + 24) % 24))
  );
}

/** The same hours, with the sun of an average sky where radiation is missing. */
export function withSun(hours: WeatherHours, latitude: number, longitude: number): WeatherHours {
  const radiation = hours.radiation.map((value, i) =>
    Number.isNaN(value) ? usualSun(hours.start + i, latitude, longitude) : value,
  );
  return { ...hours, radiation };
}

const bits = (mask: number) => {
  let count = 0;
  for (let hour = 0; hour < 24; hour++) if ((mask >> hour) & 1) count += 1;
  return count;
};

/**
 * Air (°C) and sun (W/m²) that act on the wire in an hour of the columns, smoothed over the hour before; null
 * in a gap.
 */
function feltAt(hours: WeatherHours, i: number): { temperature: number; sun: number } | null {
  const drawn = (column: Float64Array, otherwise: number) => {
    const now = column[i] ?? Number.NaN;
    if (Number.isNaN(now)) return otherwise;
    const before = column[i - 1] ?? Number.NaN;
    return Number.isNaN(before) ? now : (1 - LAG) * now + LAG * before;
  };
  const temperature = drawn(hours.temperature, Number.NaN);
  return Number.isNaN(temperature) ? null : { temperature, sun: drawn(hours.radiation, 0) };
}

/**
 * The extremes of a day as seen by an AERO that measures in the hours of `logHours` (bits of the UTC day):
 * one that measures four times a day misses the hottest minute. Null where too many hours are missing.
 */
export function weatherDay(
  hours: WeatherHours,
  day: number,
  offset: number,
  logHours: number,
): WeatherDay | null {
  const all = bits(logHours) >= ALL_DAY || logHours === 0;
  const first = day * 24 - offset - hours.start;
  let [known, airMin, airMax] = [0, 1e9, -1e9];
  let hot: { temperature: number; sun: number } | null = null;
  let cold: { temperature: number; sun: number } | null = null;
  const wire = (felt: { temperature: number; sun: number } | null) =>
    felt === null ? Number.NaN : felt.temperature + SUN_HEAT * felt.sun;
  for (let i = first; i < first + 24; i++) {
    const felt = feltAt(hours, i);
    if (felt === null) continue;
    known += 1;
    airMin = Math.min(airMin, hours.temperature[i]!);
    airMax = Math.max(airMax, hours.temperature[i]!);
    if (!all && !((logHours >> ((hours.start + i) % 24)) & 1)) continue;
    if (hot === null || wire(felt) > wire(hot)) hot = felt;
    if (cold === null || wire(felt) < wire(cold)) cold = felt;
  }
  if (known < ENOUGH * 24 || hot === null || cold === null) return null;
  return {
    day,
    hot: hot.temperature,
    hotSun: hot.sun,
    cold: cold.temperature,
    coldSun: cold.sun,
    airMin,
    airMax,
  };
}
