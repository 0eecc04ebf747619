import { describe, expect, it } from 'vitest';
import { day, readTime, text } from './fields.ts';

describe('a time in a request', () => {
  it.each([
    ['2026-03-29T00:30:00Z', Date.UTC(2026, 2, 29, 0, 30)],
    ['2026-03-29T02:30:00+02:00', Date.UTC(2026, 2, 29, 0, 30)],
    ['2026-03-29T00:30:00.5Z', Date.UTC(2026, 2, 29, 0, 30, 0, 500)],
    ['2026-03-29T00:30:00', Date.UTC(2026, 2, 29, 0, 30)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['1700000000000', 1_700_000_000_000],
    ['-1', -1],
  ])('%s is read, in UTC where it names no zone', (given, ms) => {
    expect(readTime(given)).toBe(ms);
  });

  it.each([
    '',
    '1,2,',
    'Etc/GMT+3',
    'Nov 21 2026',
    '2024-02-30',
    '2023-02-29T00:00:00Z',
    '2026-03-29T25:00:00Z',
    '2026-3-1',
    '1e3',
    '99999999999999999',
  ])('%s is none', (given) => {
    expect(readTime(given)).toBe(null);
  });
});

it('a day has a year that the database knows', () => {
  expect(day.safeParse('0001-01-01').success).toBe(true);
  expect(day.safeParse('0000-01-01').error?.issues[0]?.message).toBe('not_date');
});

it('a text that is missing is required, a number for a text is none', () => {
  const said = (value: unknown) => text(10).safeParse(value).error?.issues[0]?.message;
  expect([undefined, null, '', ' ', 5, true].map(said)).toEqual([
    'required',
    'required',
    'required',
    'required',
    'not_text',
    'not_text',
  ]);
});
