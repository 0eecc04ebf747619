import { METRIC_KEYS, METRICS, type MetricKey } from '../metrics.ts';
import type { QuantityKey } from '../units.ts';

interface Facts {
  /** Key of the quantity in `units.ts`. */
  readonly quantity: QuantityKey;
  /** Display step: `eq` is true within half of it. */
  readonly step: number;
}
/** The metric itself is compared. */
export interface ValueMetric extends Facts {
  readonly kind: 'value';
  readonly reads: readonly [MetricKey];
}
/** The least-squares slope of stroke on `against` over the window is compared. */
export interface SlopeMetric extends Facts {
  readonly kind: 'slope';
  /** Metrics that must all be present for a datapoint to count. */
  readonly reads: readonly [MetricKey, ...MetricKey[]];
  readonly against: 'temperature' | 'time';
  /** Fewest datapoints, and smallest temperature spread in °C, below which a slope says nothing. */
  readonly minPoints: number;
  readonly minSpread: number;
}

const SLOPES = {
  displacement_temperature: {
    kind: 'slope',
    reads: ['stroke', 'temperature'],
    against: 'temperature',
    quantity: 'slope_temperature',
    step: 0.1,
    minPoints: 10,
    minSpread: 5,
  },
  displacement_time: {
    kind: 'slope',
    reads: ['stroke'],
    against: 'time',
    quantity: 'slope_time',
    step: 0.1,
    minPoints: 3,
    minSpread: 0,
  },
} as const satisfies Record<string, SlopeMetric>;

type WatchedMetric = {
  [K in MetricKey]: (typeof METRICS)[K]['watched'] extends true ? K : never;
}[MetricKey];
export type ConditionMetricKey = WatchedMetric | keyof typeof SLOPES;

/** The watched metrics of the tensioner, or those of the box. */
function watched(ofBox: boolean): Record<WatchedMetric, ValueMetric> {
  const keys = METRIC_KEYS.filter((key) => METRICS[key].watched && METRICS[key].ofBox === ofBox);
  return Object.fromEntries(
    keys.map((key) => {
      const { quantity, step } = METRICS[key];
      return [key, { kind: 'value', reads: [key], quantity, step }];
    }),
  ) as unknown as Record<WatchedMetric, ValueMetric>;
}

/**
 * The condition metrics: how a window becomes a value, and what a condition on them may ask for.
 * Forms, schemas, messages and the rule engine derive from it (alerting.md).
 */
export const CONDITION_METRICS: Readonly<Record<ConditionMetricKey, ValueMetric | SlopeMetric>> = {
  ...watched(false),
  ...SLOPES,
  ...watched(true),
};
export const CONDITION_METRIC_KEYS = Object.keys(CONDITION_METRICS) as [
  ConditionMetricKey,
  ...ConditionMetricKey[],
];
