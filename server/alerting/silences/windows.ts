import { DAY } from '@aerowatch/domain/durations';
import { momentOfWall, zoneOffset } from '@aerowatch/domain/series/time-zone';
import rrule from 'rrule';
import { BadRequest } from '../../platform/errors.ts';

/** Days within which a silence ends, with all its repetitions. */
export const MAX_DAYS = 90;
const MAX_WINDOWS = 400;

export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The windows of a silence (ms): its single one, or its repetitions by an RRULE in the local time of the
 * zone, so that "every night at ten" stays ten when clocks change. Repetitions end with the 90 days.
 */
export function windowsOf({ from, to }: Window, rule: string | null, zone: string, now: number): Window[] {
  if (rule === null) return [{ from, to }];
  const length = to - from;
  const wall = from + zoneOffset(from, zone);
  const last = now + MAX_DAYS * DAY;
  const starts = occurrences(rule, wall, last + zoneOffset(last, zone));
  return starts
    .map((start) => ({ from: momentOfWall(start, zone), to: momentOfWall(start + length, zone) }))
    .filter((window) => window.to > now && window.to <= last);
}

/** Starts as a clock shows them, written as if they were UTC. */
function occurrences(rule: string, wall: number, until: number): number[] {
  let set: InstanceType<typeof rrule.RRule>;
  try {
    const options = rrule.RRule.parseString(rule.replace(/^RRULE:/i, ''));
    if (options.freq === undefined || options.freq > rrule.RRule.DAILY) throw new Error('too often');
    set = new rrule.RRule({ ...options, dtstart: new Date(wall), tzid: null });
  } catch {
    throw new BadRequest({ rrule: ['rrule'] });
  }
  return set.between(new Date(wall), new Date(until), true, (_, i) => i < MAX_WINDOWS).map(Number);
}
