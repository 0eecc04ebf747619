import { METRIC_KEYS, METRICS, type MetricKey } from '../metrics.ts';
import type { QuantityKey } from '../units.ts';
import { COMPARATOR_CHOICES } from './comparators.ts';

/**
 * What triggers the judging of a condition: `measure` each datapoint of the AERO; `diagnosis` each diagnosis
 * of it; `forecast` each forecast of its week; `clock` the server's clock, for the absence of data.
 */
export type JudgedAt = 'measure' | 'diagnosis' | 'forecast' | 'clock';
/** What an alert is about: alerts of one subject on one AERO are one group in a list. */
export const SUBJECTS = ['movement', 'gas', 'temperature', 'supply', 'silence', 'diagnosis'] as const;
export type Subject = (typeof SUBJECTS)[number];

/**
 * Values that are compared besides the measured metrics; a datapoint or a moment carries those that are
 * known.
 */
export const DERIVED_KEYS = ['stroke_percent', 'residual', 'stop_margin', 'forecast', 'silence'] as const;
export type DerivedKey = (typeof DERIVED_KEYS)[number];
export type Derived = { readonly [K in DerivedKey]?: number | null };

interface Facts {
  /** Key of the quantity in `units.ts`. */
  readonly quantity: QuantityKey;
  /** Display step: `eq` is true within half of it. */
  readonly step: number;
  readonly at: JudgedAt;
  readonly subject: Subject;
  /** The comparators it takes; all where none are named. */
  readonly comparators?: readonly string[];
  /** Bounds of `value`, both included; by default any. */
  readonly bounds?: readonly [number, number];
  /** Whether a recovery value and a hold time make sense: it is a number that can rise and fall. */
  readonly recovers: boolean;
  /** The value is the same for both AEROs of a box: one alert per box. */
  readonly ofBox: boolean;
}
/** Compares the metric itself, or a value derived from metrics. */
export interface ValueMetric extends Facts {
  readonly kind: 'value';
  /** Metrics that must be read for it; none if it needs no datapoint. */
  readonly reads: readonly MetricKey[];
  readonly of: MetricKey | DerivedKey;
}
/** Compares the least-squares slope of stroke on `against` over the window. */
export interface SlopeMetric extends Facts {
  readonly kind: 'slope';
  /** Metrics that must all be present for a datapoint to count. */
  readonly reads: readonly MetricKey[];
  readonly against: 'temperature' | 'time';
  /** Fewest datapoints, and smallest temperature spread in °C, for which a slope is meaningful. */
  readonly minPoints: number;
  readonly minSpread: number;
}
/** Compares the grade of a finding, or the worst of all: 0 good, 1 to watch, 2 bad. */
export interface FindingMetric extends Facts {
  readonly kind: 'finding';
  readonly reads: readonly MetricKey[];
}
export type ConditionMetric = ValueMetric | SlopeMetric | FindingMetric;

const OF_AERO = { at: 'measure', subject: 'movement', recovers: true, ofBox: false } as const;
const SLOPES = {
  displacement_temperature: {
    ...OF_AERO,
    kind: 'slope',
    reads: ['stroke', 'temperature'],
    against: 'temperature',
    quantity: 'slope_temperature',
    step: 0.1,
    minPoints: 10,
    minSpread: 5,
  },
  displacement_time: {
    ...OF_AERO,
    kind: 'slope',
    reads: ['stroke'],
    against: 'time',
    quantity: 'slope_time',
    step: 0.1,
    minPoints: 3,
    minSpread: 0,
  },
} as const satisfies Record<string, SlopeMetric>;

const DERIVED = {
  // Of the stroke that the AERO's model has: 85 % is 408 mm of an Aero 480, 850 mm of an Aero 1000.
  stroke_percent: {
    ...OF_AERO,
    kind: 'value',
    of: 'stroke_percent',
    reads: ['stroke'],
    quantity: 'share',
    step: 0.1,
    bounds: [0, 100],
  },
  // Distance from the line that the chart draws: the line of the day, from the 60 days before it.
  residual: {
    ...OF_AERO,
    kind: 'value',
    of: 'residual',
    reads: ['stroke', 'temperature'],
    quantity: 'length_small',
    step: 1,
  },
  stop_margin: {
    ...OF_AERO,
    kind: 'value',
    of: 'stop_margin',
    at: 'diagnosis',
    reads: [],
    quantity: 'temperature_difference',
    step: 0.1,
    comparators: COMPARATOR_CHOICES.below,
  },
  // The largest chance, in percent, that the AERO comes within its safety margin on any of the next seven
  // days.
  forecast: {
    ...OF_AERO,
    kind: 'value',
    of: 'forecast',
    at: 'forecast',
    reads: [],
    quantity: 'chance',
    step: 1,
    comparators: COMPARATOR_CHOICES.atLeast,
    bounds: [1, 100],
  },
  finding: {
    ...OF_AERO,
    kind: 'finding',
    at: 'diagnosis',
    subject: 'diagnosis',
    reads: [],
    quantity: 'grade',
    step: 1,
    comparators: COMPARATOR_CHOICES.atLeast,
    bounds: [1, 2],
    recovers: false,
  },
  silence: {
    kind: 'value',
    of: 'silence',
    at: 'clock',
    subject: 'silence',
    reads: [],
    quantity: 'upload_times',
    step: 0.1,
    comparators: COMPARATOR_CHOICES.above,
    bounds: [1, 1000],
    recovers: false,
    ofBox: true,
  },
} as const satisfies Record<string, ConditionMetric>;

type WatchedMetric = {
  [K in MetricKey]: (typeof METRICS)[K]['watched'] extends true ? K : never;
}[MetricKey];
export type ConditionMetricKey = WatchedMetric | keyof typeof SLOPES | keyof typeof DERIVED;

/** The subject of a condition metric, by the metric it watches. */
function subjectOf(key: MetricKey): Subject {
  if (METRICS[key].ofBox) return 'supply';
  const { quantity } = METRICS[key];
  return quantity === 'pressure' ? 'gas' : quantity === 'temperature' ? 'temperature' : 'movement';
}

/** The watched metrics of the tensioner, or those of the box. */
function watched(ofBox: boolean): Record<WatchedMetric, ValueMetric> {
  const keys = METRIC_KEYS.filter((key) => METRICS[key].watched && METRICS[key].ofBox === ofBox);
  return Object.fromEntries(
    keys.map((key) => {
      const { quantity, step } = METRICS[key];
      const facts = { ...OF_AERO, kind: 'value', reads: [key], of: key, quantity, step };
      return [key, { ...facts, subject: subjectOf(key) }];
    }),
  ) as unknown as Record<WatchedMetric, ValueMetric>;
}

/**
 * The condition metrics: how a window becomes a value, and what a condition on it may require. Forms,
 * schemas, messages and the rule engine derive from it (docs/alerting.md, "A condition").
 */
export const CONDITION_METRICS: Readonly<Record<ConditionMetricKey, ConditionMetric>> = {
  ...watched(false),
  ...SLOPES,
  ...watched(true),
  ...DERIVED,
};
export const CONDITION_METRIC_KEYS = Object.keys(CONDITION_METRICS) as [
  ConditionMetricKey,
  ...ConditionMetricKey[],
];
