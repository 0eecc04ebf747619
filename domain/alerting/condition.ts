import { ACTION_CHANNELS, type ChannelKey } from '../channels.ts';
import type { MetricKey } from '../metrics.ts';
import { SAMI_LEVELS, type SamiLevel } from '../sami.ts';
import { differenceOf, type QuantityKey } from '../units.ts';
import { COMPARATOR_KEYS, type Comparator, comparesDifference } from './comparators.ts';
import { CONDITION_METRIC_KEYS, CONDITION_METRICS, type ConditionMetricKey } from './condition-metrics.ts';

export { CONDITION_METRIC_KEYS, CONDITION_METRICS, type ConditionMetricKey } from './condition-metrics.ts';

/** Quantity of what a condition compares: a variation is a difference, and 10 °C of it are 18 °F. */
export function comparedQuantity({
  metric,
  comparator,
}: Pick<Condition, 'metric' | 'comparator'>): QuantityKey {
  const { quantity } = CONDITION_METRICS[metric];
  return comparesDifference(comparator) ? differenceOf(quantity) : quantity;
}

/** The line a condition draws across the curve of its metric; null where none can be drawn. */
export function limitLine({
  metric,
  comparator,
  value,
}: Pick<Condition, 'metric' | 'comparator' | 'value'>): { metric: MetricKey; value: number } | null {
  const { kind, reads } = CONDITION_METRICS[metric];
  return kind === 'value' && !comparesDifference(comparator) ? { metric: reads[0], value } : null;
}

/** Seconds in one of each period unit. */
export const PERIOD_UNITS = { seconds: 1, minutes: 60, hours: 3600 } as const;
export type PeriodUnit = keyof typeof PERIOD_UNITS;
/** Longest period: 31 days, in seconds. */
export const MAX_PERIOD_SECONDS = 31 * 86_400;
/** Most conditions of one supervisor. */
export const MAX_CONDITIONS = 10;

export type ConditionAction = { type: ChannelKey } | { type: 'sami'; level: SamiLevel };
export const ACTION_TYPES: readonly ConditionAction['type'][] = [...ACTION_CHANNELS, 'sami'];

/** A condition with the names it has on the wire (api.md); `value` in metric units. */
export interface Condition {
  metric: ConditionMetricKey;
  comparator: Comparator;
  value: number;
  /** Share in % of the window's datapoints that must satisfy the comparison. */
  percent: number;
  /** Compare the window's mean instead. */
  average: boolean;
  period: { value: number; unit: PeriodUnit };
  actions: ConditionAction[];
}

/** A condition as a person or a program gives it: percent defaults to 100, average to false. */
export type ConditionInput = Omit<Condition, 'percent' | 'average'> & {
  percent?: number | null;
  average?: boolean | null;
};

/** Fills in the defaults. */
export function normalizeCondition(input: ConditionInput): Condition {
  return { ...input, percent: input.percent ?? 100, average: input.average ?? false };
}

/** Length of the window in seconds; 0 means the newest datapoint alone. */
export function periodSeconds(condition: Pick<Condition, 'period'>): number {
  return condition.period.value * PERIOD_UNITS[condition.period.unit];
}

/** Which options a condition on this metric and comparator uses: a form shows these only. */
export function conditionOptions(metric: ConditionMetricKey, comparator: Comparator) {
  const window = CONDITION_METRICS[metric].kind === 'slope' || comparesDifference(comparator);
  return { percent: !window, average: !window, periodRequired: window };
}

export type ConditionField = 'metric' | 'comparator' | 'value' | 'percent' | 'average' | 'period' | 'actions';
export interface ConditionProblem {
  readonly field: ConditionField;
  /** Code of i18n's `validation` with its parameters after bars: `between|1|100`. */
  readonly message: string;
}

/**
 * Everything that makes a condition impossible, by field; empty when it can be judged.
 * Source: alerting.md, table of fields and rules 3, 5, 6.
 */
export function conditionProblems(input: ConditionInput): ConditionProblem[] {
  const problems: ConditionProblem[] = [];
  const add = (field: ConditionField, message: string) => problems.push({ field, message });
  const { metric, comparator, percent, average } = normalizeCondition(input);

  if (!Object.hasOwn(CONDITION_METRICS, metric)) add('metric', `one_of|${CONDITION_METRIC_KEYS.join(', ')}`);
  if (!COMPARATOR_KEYS.includes(comparator)) add('comparator', `one_of|${COMPARATOR_KEYS.join(', ')}`);
  if (problems.length > 0) return problems;

  const { value } = input;
  if (!Number.isFinite(value)) add('value', 'not_numeric');
  else if (comparesDifference(comparator) && value < 0) add('value', 'min|0');

  const options = conditionOptions(metric, comparator);
  const seconds = periodSeconds(input);
  const checks = {
    period: periodProblem(seconds, options.periodRequired),
    percent: percentProblem(percent, seconds, options.percent && !average),
    average: average ? averageProblem(seconds, options.average) : null,
    actions: actionsProblem(input.actions),
  };
  for (const [field, message] of Object.entries(checks))
    if (message !== null) add(field as keyof typeof checks, message);
  return problems;
}

function periodProblem(seconds: number, required: boolean): string | null {
  if (!Number.isFinite(seconds) || seconds < 0) return 'min|0';
  if (seconds > MAX_PERIOD_SECONDS) return 'period_too_long|31';
  return seconds === 0 && required ? 'period_required' : null;
}

function percentProblem(percent: number, seconds: number, used: boolean): string | null {
  if (!Number.isFinite(percent)) return 'not_numeric';
  if (percent < 1 || percent > 100) return 'between|1|100';
  if (percent === 100) return null;
  if (!used) return 'not_used';
  return seconds === 0 ? 'period_for_percent' : null;
}

function averageProblem(seconds: number, used: boolean): string | null {
  if (!used) return 'not_used';
  return seconds === 0 ? 'period_for_average' : null;
}

function actionsProblem(actions: ConditionInput['actions']): string | null {
  if (!Array.isArray(actions) || actions.length === 0) return 'required';
  if (new Set(actions.map((action) => action.type)).size < actions.length) return 'duplicate';
  const known = (action: ConditionAction) =>
    ACTION_TYPES.includes(action.type) && (action.type !== 'sami' || SAMI_LEVELS.includes(action.level));
  return actions.every(known) ? null : `one_of|${ACTION_TYPES.join(', ')}`;
}
