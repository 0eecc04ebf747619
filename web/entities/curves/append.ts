import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Curve } from './types.ts';

/**
 * A curve with newly received raw measures inserted by time, one per moment. Late ones are inserted; a moment
 * already drawn gets only the values it lacks (the first stored value counts), so that the order of events
 * does not matter. A bucket of several measures stays unchanged.
 */
export function withMeasures(curve: Curve, measures: readonly ApiMeasure[]): Curve {
  if (measures.length === 0) return curve;
  const grown = copyOf(curve);
  let changed = false;
  for (const { at, measure } of inOrder(measures)) {
    let place = grown.time.length;
    while (place > 0 && grown.time[place - 1]! > at) place--;
    const there = place > 0 && grown.time[place - 1] === at;
    if (!there) insertAt(grown, place, at, measure);
    changed = there ? fillAt(grown, place - 1, measure) || changed : true;
  }
  return changed ? grown : curve;
}

function copyOf(curve: Curve): Curve {
  const metrics = Object.fromEntries(
    Object.entries(curve.metrics).map(([metric, { min, max, mean }]) => [
      metric,
      { min: [...min], max: [...max], mean: [...mean] },
    ]),
  ) as Curve['metrics'];
  const expected = curve.expected ? { expected: [...curve.expected] } : {};
  return { ...curve, time: [...curve.time], count: [...curve.count], metrics, ...expected };
}

function insertAt(curve: Curve, place: number, at: number, measure: ApiMeasure): void {
  curve.time.splice(place, 0, at);
  curve.count.splice(place, 0, 1);
  curve.expected?.splice(place, 0, null);
  for (const [metric, { min, max, mean }] of Object.entries(curve.metrics))
    for (const column of [min, max, mean]) column.splice(place, 0, measure[metric as MetricKey] ?? null);
}

/** Fills in missing values at a moment; returns whether there were any. */
function fillAt(curve: Curve, place: number, measure: ApiMeasure): boolean {
  if (curve.count[place] !== 1) return false;
  let filled = false;
  for (const [metric, { min, max, mean }] of Object.entries(curve.metrics)) {
    const value = measure[metric as MetricKey] ?? null;
    if (value === null || mean[place] !== null) continue;
    for (const column of [min, max, mean]) column[place] = value;
    filled = true;
  }
  return filled;
}

function inOrder(measures: readonly ApiMeasure[]): { at: number; measure: ApiMeasure }[] {
  return measures.map((measure) => ({ at: Date.parse(measure.date), measure })).sort((a, b) => a.at - b.at);
}
