import { readRecurrence, startsOf } from '@aerowatch/domain/alerting/recurrence';
import { DAY } from '@aerowatch/domain/durations';
import { momentOfWall, zoneOffset } from '@aerowatch/domain/series/time-zone';
import { BadRequest } from '../../../platform/errors.ts';

/** Days within which a silence ends, with all its repetitions; it began no longer ago when it repeats. */
export const MAX_DAYS = 90;

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The windows of a silence (ms) that are not over: its single one, or its repetitions, all within the 90 days. */
export function windowsOf({ from, to }: Window, rule: string | null, zone: string, now: number): Window[] {
  if (rule === null) return [{ from, to }];
  const recurrence = readRecurrence(rule);
  if (recurrence === undefined)
    throw new BadRequest({ rrule: [/(UNTIL|COUNT)=/i.test(rule) ? 'rrule' : 'rrule_end'] });
  if (from < now - MAX_DAYS * DAY) throw new BadRequest({ from: ['rrule_long_begun'] });
  const last = now + MAX_DAYS * DAY;
  // By the clock of the zone too: a night is as long as people read it when clocks change within it.
  const length = to + zoneOffset(to, zone) - from - zoneOffset(from, zone);
  const endOf = (start: number) => momentOfWall(start + zoneOffset(start, zone) + length, zone);
  const windows = startsOf(recurrence, { from, zone, last })?.map((start) => ({
    from: start,
    to: endOf(start),
  }));
  if (windows === undefined || windows.some((window) => window.to > last))
    throw new BadRequest({ rrule: [`rrule_too_long|${MAX_DAYS}`] });
  return windows.filter((window) => window.to > now);
}
