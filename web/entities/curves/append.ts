import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Curve } from './types.ts';

/**
 * A curve with newly come raw measures: each at its place in time, one per moment. Late ones go where they
 * belong; a moment already drawn stays as it is (the first stored value counts).
 */
export function withMeasures(curve: Curve, measures: readonly ApiMeasure[]): Curve {
  const known = new Set(curve.time);
  const fresh = measures
    .map((measure) => ({ at: Date.parse(measure.date), measure }))
    .filter(({ at }) => !known.has(at))
    .sort((a, b) => a.at - b.at);
  if (fresh.length === 0) return curve;
  const time = [...curve.time];
  const count = [...curve.count];
  const expected = curve.expected ? [...curve.expected] : undefined;
  const metrics = Object.fromEntries(
    Object.entries(curve.metrics).map(([metric, columns]) => [
      metric,
      { min: [...columns.min], max: [...columns.max], mean: [...columns.mean] },
    ]),
  ) as Curve['metrics'];
  for (const { at, measure } of fresh) {
    let place = time.length;
    while (place > 0 && time[place - 1]! > at) place--;
    time.splice(place, 0, at);
    count.splice(place, 0, 1);
    expected?.splice(place, 0, null);
    for (const [metric, columns] of Object.entries(metrics)) {
      const value = measure[metric as MetricKey] ?? null;
      columns.min.splice(place, 0, value);
      columns.max.splice(place, 0, value);
      columns.mean.splice(place, 0, value);
    }
  }
  return { ...curve, time, count, metrics, ...(expected ? { expected } : {}) };
}
