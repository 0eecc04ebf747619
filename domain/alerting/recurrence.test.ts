import { expect, it } from 'vitest';
import { DAY, HOUR } from '../durations.ts';
import { readRecurrence, startsOf } from './recurrence.ts';

const FROM = Date.parse('2026-01-30T21:00:00Z'); // a Friday, 22:00 in Paris
const starts = (rule: string, zone = 'UTC', days = 90) =>
  startsOf(readRecurrence(rule)!, { from: FROM, zone, last: FROM + days * DAY })?.map((start) =>
    new Date(start).toISOString().slice(5, 13),
  );

it.each([
  ['every day', 'FREQ=DAILY;COUNT=3', ['01-30T21', '01-31T21', '02-01T21']],
  [
    'every other day, the last one included',
    'freq=daily;interval=2;until=20260203',
    ['01-30T21', '02-01T21', '02-03T21'],
  ],
  ['its own day of the week', 'RRULE:FREQ=WEEKLY;COUNT=2', ['01-30T21', '02-06T21']],
  [
    'days of the week, from the first that fits',
    'FREQ=WEEKLY;BYDAY=MO,SU;COUNT=3',
    ['02-01T21', '02-02T21', '02-08T21'],
  ],
  [
    'every other week, which begins on Monday',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=3',
    ['02-01T21', '02-09T21', '02-15T21'],
  ],
  ['its own day of the month, where there is one', 'FREQ=MONTHLY;COUNT=2', ['01-30T21', '03-30T21']],
  ['the last day of a month', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['01-31T21', '02-28T21', '03-31T21']],
  ['up to a moment', 'FREQ=DAILY;UNTIL=20260131T210000Z', ['01-30T21', '01-31T21']],
  ['to before it begins', 'FREQ=DAILY;UNTIL=20260101', []],
])('%s', (_what, rule, expected) => expect(starts(rule)).toEqual(expected));

it('goes by the clock of the zone, in which days end too', () => {
  const around = starts('FREQ=WEEKLY;COUNT=10', 'Europe/Paris');
  expect(around?.slice(8)).toEqual(['03-27T21', '04-03T20']);
  expect(starts('FREQ=DAILY;UNTIL=20260130', 'Pacific/Auckland')).toEqual([]);
});

it('is refused where it does not end in time', () => {
  expect(starts('FREQ=DAILY;COUNT=91')).toHaveLength(91);
  expect(starts('FREQ=DAILY;COUNT=92')).toBeUndefined();
  expect(starts('FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3')).toBeUndefined();
  expect(starts('FREQ=WEEKLY;UNTIL=20990101')).toBeUndefined();
  expect(
    startsOf(readRecurrence('FREQ=DAILY;COUNT=1')!, { from: FROM, zone: 'UTC', last: FROM - HOUR }),
  ).toBeUndefined();
});

it.each([
  'FREQ=DAILY',
  'FREQ=DAILY;COUNT=2;UNTIL=20260201',
  'FREQ=YEARLY;COUNT=2',
  'FREQ=HOURLY;COUNT=2',
  'FREQ=DAILY;BYDAY=MO;COUNT=2',
  'FREQ=WEEKLY;BYDAY=1MO;COUNT=2',
  'FREQ=WEEKLY;BYDAY=;COUNT=2',
  'FREQ=MONTHLY;BYMONTHDAY=0;COUNT=2',
  'FREQ=MONTHLY;BYMONTHDAY=32;COUNT=2',
  'FREQ=MONTHLY;BYDAY=-1FR;COUNT=2',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=1001',
  'FREQ=DAILY;COUNT=1e2',
  'FREQ=DAILY;INTERVAL=0;COUNT=2',
  'FREQ=DAILY;INTERVAL=101;COUNT=2',
  'FREQ=DAILY;UNTIL=20261301',
  'FREQ=DAILY;UNTIL=2026-12-01',
  'FREQ=DAILY;FREQ=WEEKLY;COUNT=2',
  'FREQ=DAILY;BYSETPOS=366;COUNT=2',
  'FREQ=DAILY;WKST=SU;COUNT=2',
  'FREQ=DAILY;COUNT=2;',
  'DTSTART:20260101T000000Z',
  '',
])('does not read %s', (rule) => expect(readRecurrence(rule)).toBeUndefined());
