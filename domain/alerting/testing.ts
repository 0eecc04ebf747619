/** Builders for the tests of alerting. */
import { MINUTE } from '../durations.ts';
import { type Measure, type MetricKey, NO_VALUES } from '../metrics.ts';
import type { Condition, ConditionInput } from './condition.ts';
import { normalizeCondition } from './condition.ts';
import { CLEAR_EPISODE } from './episode.ts';
import { type FoldCondition, type FoldResult, fold } from './fold.ts';

export { HOUR, MINUTE } from '../durations.ts';

/** 2026-01-01T00:00Z. */
export const START = 1_767_225_600_000;

/** A measure `minutes` after START. */
export function at(minutes: number, values: Partial<Measure>): Measure {
  return { time: START + minutes * MINUTE, ...NO_VALUES, ...values };
}

/** One datapoint each `every` minutes from 00:00 on; null leaves the metric out, undefined the datapoint. */
export function each(
  metric: MetricKey,
  values: readonly (number | null | undefined)[],
  every = 10,
): Measure[] {
  return values.flatMap((value, i) => (value === undefined ? [] : [at(i * every, { [metric]: value })]));
}

/** temperature gt 30, P = 0, by e-mail, apart from the overrides. */
export function buildCondition(overrides: Partial<ConditionInput> = {}): Condition {
  return normalizeCondition({
    metric: 'temperature',
    comparator: 'gt',
    value: 30,
    period: { value: 0, unit: 'minutes' },
    actions: [{ type: 'email' }],
    ...overrides,
  });
}

export function minutes(value: number): Condition['period'] {
  return { value, unit: 'minutes' };
}

export function buildFoldCondition(
  condition: Condition,
  id = 1,
  overrides: Partial<FoldCondition> = {},
): FoldCondition {
  return { id, condition, episode: CLEAR_EPISODE, alertOpen: false, ...overrides };
}

/** Folds conditions (ids from 1) over points from clear. */
export function run(
  points: readonly Measure[],
  conditions: readonly Condition[],
  overrides = {},
): FoldResult {
  return fold({
    points,
    judgedUntil: Number.NEGATIVE_INFINITY,
    sami: 'satisfactory',
    conditions: conditions.map((condition, i) => buildFoldCondition(condition, i + 1)),
    ...overrides,
  });
}

/** `hh:mm` of a time after START. */
export function clock(time: number): string {
  const total = Math.round((time - START) / MINUTE);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
