import { expect, it } from 'vitest';
import { firstWorkingDay, isWorkingDay, lastDay, monthBefore, monthOf, monthSpan } from './month.ts';

it('a month begins and ends by the clock of the zone, also where clocks change in it', () => {
  const { from, to } = monthSpan('2026-10', 'Europe/Paris');
  expect(new Date(from).toISOString()).toBe('2026-09-30T22:00:00.000Z');
  expect(new Date(to).toISOString()).toBe('2026-10-31T23:00:00.000Z');
  expect(monthOf(from, 'Europe/Paris')).toBe('2026-10');
  expect(monthOf(from - 1, 'Europe/Paris')).toBe('2026-09');
  expect(monthBefore('2026-01')).toBe('2025-12');
  expect(['2026-12', '2028-02', '2026-02'].map(lastDay)).toEqual(['2026-12-31', '2028-02-29', '2026-02-28']);
});

it.each([
  // All Saints on a Sunday; New Year; Easter Monday 2024 on 1 April; Labour Day on a Friday; Whit Monday
  // 2020.
  ['2026-11', '2026-11-02'],
  ['2027-01', '2027-01-04'],
  ['2024-04', '2024-04-02'],
  ['2026-05', '2026-05-04'],
  ['2020-06', '2020-06-02'],
  ['2026-12', '2026-12-01'],
])('the first working day of %s is %s', (month, day) => {
  expect(firstWorkingDay(month)).toBe(day);
});

it('knows Ascension and Easter Monday of several years', () => {
  for (const holiday of ['2025-04-21', '2026-04-06', '2027-03-29', '2026-05-14', '2038-04-26', '2049-04-19'])
    expect(isWorkingDay(holiday), holiday).toBe(false);
  expect(isWorkingDay('2026-04-07')).toBe(true);
});
