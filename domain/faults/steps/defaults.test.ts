import { expect, test } from 'vitest';
import { type Finding, NO_DETAILS } from '../finding.ts';
import { FAULT_ROWS, type FindingKey } from '../list.ts';
import { withDefaults } from './defaults.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;
const findingOf = (key: FindingKey, more: Partial<Finding>): Finding =>
  withDefaults(
    {
      ...NO_DETAILS,
      key,
      value: 1,
      unit: null,
      details: {},
      verdict: 'watch',
      evaluable: true,
      reason: null,
      ...more,
    },
    NOW,
  );
const reaching = (what: 'pressure_min' | 'battery_min', level: number): Partial<Finding> => ({
  reaches: { what, level, earliest: NOW + DAY, likely: NOW + 2 * DAY, latest: NOW + 3 * DAY },
});

test('a cause that is named as possible is not ruled out beside it', () => {
  const { candidates, ruled_out } = findingOf('panel_trend', {
    candidates: [{ cause: 'panel_shaded', tell: 'look_at_panel' }],
    ruled_out: [
      { cause: 'panel_shaded', by: 'both_sides' },
      { cause: 'season', by: 'stays' },
    ],
  });
  expect(candidates.map(({ cause }) => cause)).toEqual(['panel_shaded']);
  expect(ruled_out).toEqual([{ cause: 'season', by: 'stays' }]);
});

test.each<[FindingKey, Partial<Finding>, [string, number, string][]]>([
  ['leak', reaching('pressure_min', 75.6), [['pressure', 75.6, 'pressure_min']]],
  ['pressure_trend', reaching('pressure_min', 80), [['pressure', 80, 'pressure_min']]],
  ['battery_resistance', reaching('battery_min', 3.4), [['battery_voltage', 3.4, 'battery_min']]],
  ['battery_trend', { details: { limit: 3.55 } }, [['battery_voltage', 3.55, 'battery_min']]],
  ['held_one_side', { value: 212 }, [['stroke', 212, 'held']]],
  [
    'stop_hot',
    { details: { lower_stop: 20, upper_stop: 460 } },
    [
      ['stroke', 20, 'lower_stop'],
      ['stroke', 460, 'upper_stop'],
    ],
  ],
  ['friction', {}, []],
])('the curve of %s has the numbers that are said of it, on a metric it draws', (key, more, wanted) => {
  const { evidence, fault } = findingOf(key, more);
  expect(evidence?.levels.map(({ metric, value, code }) => [metric, value, code])).toEqual(wanted);
  for (const { metric } of evidence?.levels ?? []) {
    expect(evidence?.metrics).toContain(metric);
    expect(FAULT_ROWS[fault!].curve.metrics).toContain(metric);
  }
});

test('a sudden change is marked as a jump, a gradual one by its start', () => {
  const marks = (key: FindingKey) => findingOf(key, { since: NOW - DAY }).evidence?.marks;
  expect(marks('break')).toEqual([{ at: NOW - DAY, code: 'jump' }]);
  expect(marks('pressure_sensor_step')).toEqual([{ at: NOW - DAY, code: 'jump' }]);
  expect(marks('drift')).toEqual([{ at: NOW - DAY, code: 'since' }]);
});
