/** By how much a new issue of the weather differs from the one before. */
import { DAY, HOUR } from '../../durations.ts';
import { hoursOfDays, type WeatherDay } from './weather-days.ts';

/** A new issue minus the one before, over the same hours ahead. */
export interface Jump {
  /** ms, when it was issued. */
  readonly at: number;
  /** °C, in the mean. */
  readonly off: number;
  /** °C, root mean square. */
  readonly size: number;
}

/** Hours ahead that are compared, and the fewest. */
const COMPARED = 48;
const MIN_HOURS = 24;
/** Days between a jump and the nights that confirm it. */
export const JUMP_DAYS = 3;
/** Once no night to come can confirm it, a larger jump no longer hides a smaller, newer one; ms. */
const REMEMBERED = (JUMP_DAYS + 1) * DAY;

/**
 * The jump from the stored days of a point to its new ones; null when they share too few hours after the time
 * of issue.
 */
export function jumpOf(stored: readonly WeatherDay[], came: readonly WeatherDay[]): Jump | null {
  const at = came.reduce((newest, { issuedAt }) => Math.max(newest, issuedAt), 0);
  const [before, after] = [hoursOfDays(stored), hoursOfDays(came)];
  const first = Math.ceil(at / HOUR);
  let [n, sum, squares] = [0, 0, 0];
  for (let hour = first; hour < first + COMPARED; hour++) {
    const off =
      (after.temperature[hour - after.start] ?? Number.NaN) -
      (before.temperature[hour - before.start] ?? Number.NaN);
    if (Number.isNaN(off)) continue;
    n += 1;
    sum += off;
    squares += off * off;
  }
  return n < MIN_HOURS ? null : { at, off: sum / n, size: Math.sqrt(squares / n) };
}

/** Of the remembered jump and a new one the larger, unless the remembered one is some days old. */
export function largerJump(known: Jump | null, came: Jump | null): Jump | null {
  if (known === null || came === null) return came ?? known;
  return came.size >= known.size || came.at - known.at > REMEMBERED ? came : known;
}
