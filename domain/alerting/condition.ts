import { MODEL_STROKES } from '../box/box-configuration.ts';
import { FINDING_KEYS, type FindingKey } from '../faults/list.ts';
import type { MetricKey } from '../metrics.ts';
import { ACTION_CHANNELS, type ChannelKey } from '../notifications/channels.ts';
import { SAMI_LEVELS, type SamiLevel } from '../sami.ts';
import { differenceOf, type QuantityKey } from '../units.ts';
import { COMPARATOR_KEYS, type Comparator, comparatorOf, comparesDifference } from './comparators.ts';
import { CONDITION_METRIC_KEYS, CONDITION_METRICS, type ConditionMetricKey } from './condition-metrics.ts';
import { normalizeSeverity, SEVERITIES, type Severity } from './severity.ts';

export { CONDITION_METRIC_KEYS, CONDITION_METRICS, type ConditionMetricKey } from './condition-metrics.ts';

/** The quantity that a condition compares: a variation is a difference, and 10 °C of it are 18 °F. */
export function comparedQuantity({
  metric,
  comparator,
}: Pick<Condition, 'metric' | 'comparator'>): QuantityKey {
  const { quantity } = CONDITION_METRICS[metric];
  return comparesDifference(comparator) ? differenceOf(quantity) : quantity;
}

/**
 * The line a condition draws across the curve of its metric; null where none can be drawn. A share of the stroke is
 * drawn in mm across the stroke of an AERO whose model is given (`model_type`) and has a known stroke.
 */
export function limitLine(
  { metric, comparator, value }: Pick<Condition, 'metric' | 'comparator' | 'value'>,
  model?: number,
): { metric: MetricKey; value: number } | null {
  const row = CONDITION_METRICS[metric];
  if (metric === 'stroke_percent' && !comparesDifference(comparator)) {
    const stroke = MODEL_STROKES[model ?? 0];
    return stroke === undefined ? null : { metric: 'stroke', value: (value / 100) * stroke };
  }
  const drawn = row.kind === 'value' && row.reads[0] === row.of && !comparesDifference(comparator);
  return drawn ? { metric: row.of as MetricKey, value } : null;
}

/** Seconds in one of each period unit. */
export const PERIOD_UNITS = { seconds: 1, minutes: 60, hours: 3600 } as const;
export type PeriodUnit = keyof typeof PERIOD_UNITS;
/** Longest period: 31 days, in seconds. */
export const MAX_PERIOD_SECONDS = 31 * 86_400;
/** Maximum number of conditions in a supervisor. */
export const MAX_CONDITIONS = 10;

export type ConditionAction = { type: ChannelKey } | { type: 'sami'; level: SamiLevel };
export const ACTION_TYPES: readonly ConditionAction['type'][] = [...ACTION_CHANNELS, 'sami'];

/** A condition with the names it has on the wire; `value` in metric units. */
export interface Condition {
  metric: ConditionMetricKey;
  comparator: Comparator;
  value: number;
  /** Share in % of the window's datapoints that must satisfy the comparison. */
  percent: number;
  /** Compare the window's mean instead. */
  average: boolean;
  period: Period;
  /** The watched finding of a diagnosis, or `any`; null for other metrics. */
  finding: FindingKey | 'any' | null;
  /**
   * Firing ends only beyond this value, on the other side of `value`; null: as soon as the condition is
   * false.
   */
  recovery: number | null;
  /** Firing ends only after the condition was false for this long; null: at once. */
  hold_clear: Period | null;
  severity: Severity;
  actions: ConditionAction[];
}
export interface Period {
  value: number;
  unit: PeriodUnit;
}

type Defaulted = 'percent' | 'average' | 'finding' | 'recovery' | 'hold_clear' | 'severity';
/**
 * A condition as a person or a program gives it: percent defaults to 100, average to false, the finding to any, the
 * severity to medium, or to high where it sets the SAMI to unsatisfactory.
 */
export type ConditionInput = Omit<Condition, Defaulted> & {
  [K in Defaulted]?: Condition[K] | null | undefined;
};

/** Fills in the defaults. */
export function normalizeCondition(input: ConditionInput): Condition {
  return {
    ...input,
    percent: input.percent ?? 100,
    average: input.average ?? false,
    finding: input.finding ?? (CONDITION_METRICS[input.metric]?.kind === 'finding' ? 'any' : null),
    recovery: input.recovery ?? null,
    hold_clear: input.hold_clear ?? null,
    severity: normalizeSeverity(input.severity, input.actions),
  };
}

/** Length of the window in seconds; 0 means the newest datapoint alone. */
export function periodSeconds(condition: Pick<Condition, 'period'>): number {
  return condition.period.value * PERIOD_UNITS[condition.period.unit];
}

/** How long the condition must be false before firing ends, in ms. */
export function holdClearMs({ hold_clear }: Pick<Condition, 'hold_clear'>): number {
  return !hold_clear ? 0 : hold_clear.value * PERIOD_UNITS[hold_clear.unit] * 1000;
}

/** The comparators a metric takes. */
export function comparatorsOf(metric: ConditionMetricKey): readonly Comparator[] {
  const { comparators } = CONDITION_METRICS[metric];
  return comparators === undefined
    ? COMPARATOR_KEYS
    : COMPARATOR_KEYS.filter((key) => comparators.includes(key));
}

/** The options that a condition on this metric and comparator uses; a form shows only these. */
export function conditionOptions(metric: ConditionMetricKey, comparator: Comparator) {
  const { kind, at, recovers } = CONDITION_METRICS[metric];
  const window = kind === 'slope' || comparesDifference(comparator);
  const measured = at === 'measure';
  return {
    percent: measured && !window,
    average: measured && !window,
    period: measured,
    periodRequired: measured && window,
    finding: kind === 'finding',
    recovery: recovers && comparatorOf(comparator).keeps !== null,
    hold_clear: recovers,
  };
}

export type ConditionField =
  | 'metric'
  | 'comparator'
  | 'value'
  | 'percent'
  | 'average'
  | 'period'
  | 'finding'
  | 'recovery'
  | 'hold_clear'
  | 'severity'
  | 'actions';
export interface ConditionProblem {
  readonly field: ConditionField;
  /** Code of i18n's `validation` with its parameters after bars: `between|1|100`. */
  readonly message: string;
}

/**
 * Everything that makes a condition impossible, by field; empty when it can be judged.
 * Source: docs/alerting.md, "A condition".
 */
export function conditionProblems(input: ConditionInput): ConditionProblem[] {
  const problems: ConditionProblem[] = [];
  const add = (field: ConditionField, message: string) => problems.push({ field, message });
  const condition = normalizeCondition(input);
  const { metric, comparator, percent, average } = condition;

  if (!Object.hasOwn(CONDITION_METRICS, metric)) add('metric', `one_of|${CONDITION_METRIC_KEYS.join(', ')}`);
  if (!COMPARATOR_KEYS.includes(comparator)) add('comparator', `one_of|${COMPARATOR_KEYS.join(', ')}`);
  if (problems.length > 0) return problems;
  const taken = comparatorsOf(metric);
  if (!taken.includes(comparator)) add('comparator', `one_of|${taken.join(', ')}`);

  const options = conditionOptions(metric, comparator);
  const seconds = periodSeconds(input);
  const checks = {
    value: valueProblem(condition),
    finding: findingProblem(condition.finding, options.finding),
    recovery: recoveryProblem(condition, options.recovery),
    hold_clear: holdProblem(condition.hold_clear, options.hold_clear),
    severity: SEVERITIES.includes(condition.severity) ? null : `one_of|${SEVERITIES.join(', ')}`,
    period: periodProblem(seconds, options),
    percent: percentProblem(percent, seconds, options.percent && !average),
    average: average ? averageProblem(seconds, options.average) : null,
    actions: actionsProblem(input.actions),
  };
  for (const [field, message] of Object.entries(checks))
    if (message !== null) add(field as keyof typeof checks, message);
  return problems;
}

function valueProblem({ metric, comparator, value }: Condition): string | null {
  if (!Number.isFinite(value)) return 'not_numeric';
  const { bounds, kind } = CONDITION_METRICS[metric];
  if (bounds && (value < bounds[0] || value > bounds[1])) return `between|${bounds[0]}|${bounds[1]}`;
  if (kind === 'finding' && !Number.isInteger(value)) return 'not_integer';
  return comparesDifference(comparator) && value < 0 ? 'min|0' : null;
}

function findingProblem(finding: Condition['finding'], used: boolean): string | null {
  if (!used) return finding === null ? null : 'not_used';
  const known = finding === 'any' || (FINDING_KEYS as readonly (string | null)[]).includes(finding);
  return known ? null : `one_of|any, ${FINDING_KEYS.join(', ')}`;
}

function recoveryProblem({ recovery, value, comparator }: Condition, used: boolean): string | null {
  if (recovery === null) return null;
  if (!used) return 'not_used';
  if (!Number.isFinite(recovery)) return 'not_numeric';
  const { recoversAt } = comparatorOf(comparator);
  return recoversAt?.(recovery, value) === false ? 'recovery_side' : null;
}

function holdProblem(hold: Condition['hold_clear'], used: boolean): string | null {
  if (hold === null) return null;
  if (!used) return 'not_used';
  return periodProblem(periodSeconds({ period: hold }), { period: true, periodRequired: false });
}

function periodProblem(
  seconds: number,
  { period, periodRequired: required }: { period: boolean; periodRequired: boolean },
): string | null {
  if (!Number.isFinite(seconds) || seconds < 0) return 'min|0';
  if (!period) return seconds === 0 ? null : 'not_used';
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
