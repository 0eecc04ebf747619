import { expect, test } from 'vitest';
import { formatsOf } from './format.ts';

const en = formatsOf('en', 'metric', 'Europe/Paris');
const fr = formatsOf('fr', 'imperial', 'America/New_York');

test('numbers and values by locale and unit system', () => {
  expect(en.number(1234567.5, 1)).toBe('1,234,567.5');
  expect(fr.number(1234567.5, 1)).toBe('1\u202f234\u202f567,5');
  // A number rounded to zero has no sign.
  expect([fr.number(-0.04, 1), en.percent(-0.001), fr.number(-0.06, 1)]).toEqual(['0,0', '0%', '-0,1']);
  expect(en.metric('stroke', 254)).toBe('254\u00a0mm');
  expect(fr.metric('stroke', 254)).toBe('10,00\u00a0in');
  expect(fr.metric('temperature', 0)).toBe('32,0\u00a0°F');
  expect(en.metric('pressure', null)).toBe('–');
});
test('times are shown in the reader’s zone', () => {
  expect(en.dateTime('2026-01-31T23:30:00.000Z')).toBe('01/02/2026, 00:30');
  expect(fr.dateTime('2026-01-31T23:30:00.000Z')).toBe('31/01/2026 18:30');
  expect(en.dateTime(null)).toBe('–');
  expect(en.dateTime('nonsense')).toBe('–');
});
test('a day of the calendar is the same west and east of UTC, where a moment is not', () => {
  const [west, east] = [
    formatsOf('fr', 'metric', 'America/Cayenne'),
    formatsOf('en', 'metric', 'Pacific/Auckland'),
  ];
  expect(west.day('2026-07-01')).toBe('01/07/2026');
  expect(east.day('2026-07-01')).toBe('01/07/2026');
  expect(west.date('2026-07-01T00:00:00Z')).toBe('30/06/2026');
  expect(east.date('2026-07-01T12:00:00Z')).toBe('02/07/2026');
  expect(west.day(null)).toBe('–');
});
test('an unknown zone falls back to UTC', () => {
  expect(formatsOf('en', 'metric', 'Mars/Base').timeZone).toBe('UTC');
});
test('how long ago', () => {
  const now = Date.parse('2026-01-10T00:00:00Z');
  expect(en.relative(now - 5 * 60_000, now)).toBe('5 minutes ago');
  expect(fr.relative(now - 3 * 86_400_000, now)).toBe('il y a 3\u00a0jours'.replace('\u00a0', ' '));
});
test('kilometre points as railways write them', () => {
  expect(en.kilometerPoint(105.129)).toBe('105+129');
});
