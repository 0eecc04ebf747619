/**
 * Weather compared with the thermometers of boxes: by night, when a device is as warm as the air, so that the
 * difference is the weather's own error (docs/domain.md, "Stroke").
 */
import { DAY, HOUR } from '../../durations.ts';
import { cosZenith } from '../../physics/solar.ts';
import { median } from '../../physics/statistics.ts';
import type { WeatherHours } from './weather-hours.ts';

/** An hour of an AERO's thermometer. */
export interface MeasuredHour {
  /** ms, within the hour. */
  readonly time: number;
  /** Of the device, °C. */
  readonly temperature: number;
}

/** The weather of a night compared with one AERO. */
export interface Night {
  /** Days since 1970 of its evening, in the local solar time of the point. */
  readonly day: number;
  readonly aero: number;
  /** Weather minus device, °C. */
  readonly off: number;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The nights of an AERO on which its temperature and the weather are known, ascending. */
export function nightsOf(
  aero: number,
  hours: readonly MeasuredHour[],
  weather: WeatherHours,
  place: Place,
): Night[] {
  const known = hours.flatMap(({ time, temperature }) => {
    const told = weather.temperature[Math.floor(time / HOUR) - weather.start] ?? Number.NaN;
    return Number.isNaN(told) ? [] : [{ time, off: told - temperature }];
  });
  const nights = Map.groupBy(known, ({ time }) => Math.floor((solarTime(time, place) - DAY / 2) / DAY));
  return [...nights]
    .map(([day, list]) => ({ day, aero, off: median(darkest(list, place).map(({ off }) => off)) }))
    .filter(({ off }) => !Number.isNaN(off))
    .sort((one, other) => one.day - other.day);
}

const solarTime = (time: number, { longitude }: Place) => time + (longitude / 15) * HOUR;

/** The body of a device cools within an hour: this long after sunset it is as warm as the air. */
const COOLED = 1.5 * HOUR;
/** Hours about midnight that stand for a night without darkness. */
const MIDNIGHT = 2;

/** Sine of the sun's elevation. */
export function sunHeight(time: number, place: Place): number {
  const own = solarTime(time, place);
  const year = Date.UTC(new Date(own).getUTCFullYear(), 0, 1);
  return cosZenith(place.latitude, Math.floor((own - year) / DAY) + 1, (own % DAY) / HOUR);
}

/** The hours of a night in which the sun warms nothing; where none is dark, those about midnight. */
function darkest<T extends { readonly time: number }>(hours: readonly T[], place: Place): T[] {
  const dark = hours.filter(
    ({ time }) => sunHeight(time, place) <= 0 && sunHeight(time - COOLED, place) <= 0,
  );
  if (dark.length > 0) return dark;
  return hours.filter(({ time }) => {
    const hour = (solarTime(time, place) % DAY) / HOUR;
    return sunHeight(time, place) <= 0 || hour < MIDNIGHT || hour > 24 - MIDNIGHT;
  });
}
