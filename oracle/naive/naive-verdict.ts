import { CONDITION_METRICS, type Condition, periodSeconds } from '@aerowatch/domain/alerting/condition';
import { HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { NaiveRow } from './naive-row.ts';

export interface Verdict {
  readonly satisfied: boolean;
  readonly value: number;
  /**
   * A firing condition goes on although it is not satisfied: the value has not reached its recovery value.
   */
  readonly keeps: boolean;
}
const valueIn = (row: NaiveRow, metric: MetricKey): number | null =>
  row.values[METRIC_KEYS.indexOf(metric)] ?? null;

/** The verdict of a condition at T; null when it is not judged. */
export function verdictOf(condition: Condition, T: number, rows: readonly NaiveRow[]): Verdict | null {
  const period = periodSeconds(condition) * 1000;
  if (period > 0 && !rows.some((row) => row.time <= T - period)) return null;
  const within = (after: number, until: number): NaiveRow[] =>
    rows.filter((row) => (period === 0 ? row.time === T : row.time > after && row.time <= until));
  const { metric, comparator } = condition;
  if (metric === 'displacement_temperature' || metric === 'displacement_time') {
    const middle = T - period / 2;
    const newer = slopeOf(within(comparator === 'varies' ? middle : T - period, T), metric);
    const older = comparator === 'varies' ? slopeOf(within(T - period, middle), metric) : 0;
    if (newer === null || older === null) return null;
    const value = comparator === 'varies' ? Math.abs(newer - older) : newer;
    return { value, satisfied: holds(condition, value), keeps: keeps(condition, value) };
  }
  const values = within(T - period, T).flatMap((row) => valueIn(row, metric as MetricKey) ?? []);
  return values.length === 0 ? null : verdictOn(values, condition);
}

function verdictOn(values: readonly number[], condition: Condition): Verdict {
  if (condition.comparator === 'varies') {
    const value = rounded(Math.max(...values) - Math.min(...values));
    return { value, satisfied: value > condition.value, keeps: keeps(condition, value) };
  }
  if (condition.average) {
    const value = values.reduce((sum, one) => sum + one, 0) / values.length;
    return { value, satisfied: holds(condition, rounded(value)), keeps: keeps(condition, rounded(value)) };
  }
  const enough = (some: readonly number[]) => some.length * 100 >= condition.percent * values.length;
  return {
    value: values.at(-1)!,
    satisfied: enough(values.filter((value) => holds(condition, value))),
    keeps: condition.recovery !== null && enough(values.filter((value) => keeps(condition, value))),
  };
}

const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;

function holds({ comparator, value, metric }: Condition, x: number): boolean {
  if (comparator === 'gt' || comparator === 'varies') return x > value;
  if (comparator === 'gte') return x >= value;
  if (comparator === 'lt') return x < value;
  if (comparator === 'lte') return x <= value;
  return rounded(Math.abs(x - value)) <= CONDITION_METRICS[metric].step / 2;
}

/** Whether a value has not passed the recovery value of the condition; never without a recovery value. */
function keeps({ comparator, recovery }: Condition, x: number): boolean {
  if (recovery === null || comparator === 'eq') return false;
  return comparator === 'lt' || comparator === 'lte' ? x <= recovery : x >= recovery;
}

/** Least-squares slope of stroke on temperature (mm/°C) or on time (mm/h), around the means. */
function slopeOf(
  rows: readonly NaiveRow[],
  metric: 'displacement_temperature' | 'displacement_time',
): number | null {
  const points = rows.flatMap((row): [number, number][] => {
    const x = metric === 'displacement_time' ? row.time / HOUR : valueIn(row, 'temperature');
    const y = valueIn(row, 'stroke');
    return x === null || y === null ? [] : [[x, y]];
  });
  const [minPoints, minSpread] = metric === 'displacement_time' ? [3, 0] : [10, 5];
  const xs = points.map(([x]) => x);
  if (points.length < minPoints || points.length === 0) return null;
  if (minSpread > 0 && rounded(Math.max(...xs) - Math.min(...xs)) < minSpread) return null;
  const meanX = xs.reduce((a, b) => a + b, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  let above = 0;
  let below = 0;
  for (const [x, y] of points) {
    above += (x - meanX) * (y - meanY);
    below += (x - meanX) ** 2;
  }
  return rounded(above / below);
}
