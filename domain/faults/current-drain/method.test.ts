import { describe, expect, it } from 'vitest';
import { findingOn } from '../shared/battery/testing.ts';

describe('the balance of charge and level', () => {
  it('finds a current drawn in weeks without sun, by the fall of the level', () => {
    const dark = { sun: () => 8, begins: 0.95, days: 60 };
    expect(findingOn('current_drain', { ...dark, use: () => 2.5 }).verdict).toBe('good');
    expect(findingOn('current_drain', { ...dark, use: (day) => (day < 50 ? 2.5 : 20) }).verdict).toMatch(
      /watch|bad/,
    );
  });
  it('still says what emptied a battery while it is empty, and then it is bad', () => {
    const dark = { sun: () => 8, begins: 0.95 };
    const drained = { ...dark, use: (day: number) => (day < 50 ? 2.5 : 13), days: 82 };
    expect(findingOn('current_drain', drained).verdict).toBe('bad');
    expect(findingOn('battery_trend', drained).details).toMatchObject({
      days_under_limit: 7,
      explained_by: 'current_drain',
    });
    expect(findingOn('current_drain', { ...drained, days: 63 }).verdict).toBe('watch');
    expect(findingOn('current_drain', { ...dark, begins: 0.4, use: () => 4, days: 68 }).verdict).not.toMatch(
      /watch|bad/,
    );
  });
  it('says no more what emptied a battery once its level has risen again', () => {
    const sun = (day: number) => (day < 78 ? 8 : 600);
    const use = (day: number) => (day >= 50 && day < 78 ? 13 : 2.5);
    expect(findingOn('current_drain', { sun, use, begins: 0.95, days: 78 }).verdict).toBe('bad');
    expect(findingOn('current_drain', { sun, use, begins: 0.95, days: 81 }).verdict).not.toMatch(/watch|bad/);
  });
  it('finds a high current within a week, before the battery is empty', () => {
    const use = (day: number) => (day < 50 ? 2.5 : 30);
    expect(findingOn('current_drain', { sun: () => 8, begins: 0.7, use, days: 60 }).verdict).toMatch(
      /watch|bad/,
    );
  });
  it('takes no drain from the charge of a last sunny day, which its dawn did not show yet', () => {
    const sun = (day: number) => (day >= 59 ? 330 : day >= 47 && day < 50 ? 130 : day < 40 ? 40 : 5);
    const use = () => 5;
    for (const days of [59.7, 60, 60.3])
      expect(findingOn('current_drain', { sun, use, begins: 0.6, days }).verdict).not.toMatch(/watch|bad/);
  });
  it('holds a drain against what any box draws, where less was read before', () => {
    const dark = { sun: () => 8, begins: 0.95, days: 60 };
    const { value, details } = findingOn('current_drain', { ...dark, use: (day) => (day < 50 ? 1 : 20) });
    expect(details.before).toBe(2.5);
    expect(value! - Number(details.before)).toBeCloseTo(Number(details.more));
  });
});
