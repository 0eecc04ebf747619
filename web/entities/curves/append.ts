import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Curve } from './types.ts';

/**
 * A curve with newly come raw measures: each at its place in time, one per moment. Late ones go where they
 * belong; a moment already drawn gets what it lacks and keeps what it has (the first stored value counts),
 * so that the order of events does not matter. A bucket of several measures stays as it was read.
 */
export function withMeasures(curve: Curve, measures: readonly ApiMeasure[]): Curve {
  if (measures.length === 0) return curve;
  const time = [...curve.time];
  const count = [...curve.count];
  const expected = curve.expected ? [...curve.expected] : undefined;
  const metrics = Object.fromEntries(
    Object.entries(curve.metrics).map(([metric, columns]) => [
      metric,
      { min: [...columns.min], max: [...columns.max], mean: [...columns.mean] },
    ]),
  ) as Curve['metrics'];
  let changed = false;
  for (const { at, measure } of inOrder(measures)) {
    let place = time.length;
    while (place > 0 && time[place - 1]! > at) place--;
    const there = place > 0 && time[place - 1] === at;
    if (there) place--;
    else {
      time.splice(place, 0, at);
      count.splice(place, 0, 1);
      expected?.splice(place, 0, null);
    }
    if (there && count[place] !== 1) continue;
    for (const [metric, columns] of Object.entries(metrics)) {
      const value = measure[metric as MetricKey] ?? null;
      if (there && (value === null || columns.mean[place] !== null)) continue;
      for (const column of [columns.min, columns.max, columns.mean])
        column.splice(place, there ? 1 : 0, value);
      changed = true;
    }
    changed ||= !there;
  }
  return changed ? { ...curve, time, count, metrics, ...(expected ? { expected } : {}) } : curve;
}

function inOrder(measures: readonly ApiMeasure[]): { at: number; measure: ApiMeasure }[] {
  return measures.map((measure) => ({ at: Date.parse(measure.date), measure })).sort((a, b) => a.at - b.at);
}
