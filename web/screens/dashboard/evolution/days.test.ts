import { describe, expect, test } from 'vitest';
import { axisOf, filledDays, labelled } from './days.ts';

describe('days', () => {
  const now = Date.parse('2026-03-01T05:00:00Z');
  test('days without a measure are there, in order, today last', () => {
    expect(filledDays([{ day: '2026-02-28', count: 7 }], 3, now)).toEqual([
      { day: '2026-02-27', count: 0 },
      { day: '2026-02-28', count: 7 },
      { day: '2026-03-01', count: 0 },
    ]);
  });
  test('days outside of the range are left out', () => {
    expect(filledDays([{ day: '2020-01-01', count: 7 }], 2, now).map(({ count }) => count)).toEqual([0, 0]);
  });
});
test.each([
  [0, 1],
  [1, 1],
  [7, 8],
  [93, 100],
  [8640, 10_000],
  [10_001, 15_000],
])('an axis for %i ends at %i', (most, top) => {
  const axis = axisOf(most);
  expect(axis.top).toBe(top);
  expect(axis.ticks[0]).toBe(0);
  expect(axis.ticks.at(-1)).toBe(top);
  expect(axis.ticks.length).toBeLessThanOrEqual(6);
});
test('labels leave room for each other and name the last day', () => {
  const shown = labelled(365, 400);
  expect(shown.has(364)).toBe(true);
  expect(shown.size).toBeLessThanOrEqual(5);
});
