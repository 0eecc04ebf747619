import { readRecurrence, type Span, spansOf } from '@aerowatch/domain/alerting/recurrence';
import { DAY } from '@aerowatch/domain/durations';
import { BadRequest } from '../../../platform/errors.ts';

/**
 * Maximum length of a silence in days, with all its repetitions; a repeating one must not have begun longer
 * ago.
 */
export const MAX_DAYS = 90;

export type Window = Span;

/**
 * The windows of a silence (ms) that are not over: its single one, or its repetitions, all within the 90
 * days.
 */
export function windowsOf({ from, to }: Window, rule: string | null, zone: string, now: number): Window[] {
  if (rule === null) return [{ from, to }];
  const recurrence = readRecurrence(rule);
  if (recurrence === undefined)
    throw new BadRequest({ rrule: [/(UNTIL|COUNT)=/i.test(rule) ? 'rrule' : 'rrule_end'] });
  if (from < now - MAX_DAYS * DAY) throw new BadRequest({ from: ['rrule_long_begun'] });
  const last = now + MAX_DAYS * DAY;
  const windows = spansOf(recurrence, { from, to }, { zone, last });
  if (windows === undefined) throw new BadRequest({ rrule: [`rrule_too_long|${MAX_DAYS}`] });
  return windows.filter((window) => window.to > now);
}
