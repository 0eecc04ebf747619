/** Hours of a sensor that repeated one value and was mended since: they say nothing of the ram. */

import { HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import type { Day } from './days.ts';
import { HOURS, SAMPLES, tells } from './repeats.ts';

/** Those without which nothing is known of the ram's way. */
const SENSORS = ['stroke', 'temperature'] as const;

/** A stretch of time, ms, its ends included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Runs of one raw value of a sensor that are over and were a fault. */
function stuckStretches(days: readonly Day[], sensor: (typeof SENSORS)[number]): Stretch[] {
  const stretches: Stretch[] = [];
  let run: Measure[] = [];
  for (const { points } of days)
    for (const point of points) {
      const value = point[sensor];
      if (value === null) continue;
      if (run.length > 0 && value !== run[0]![sensor]) {
        const [from, to] = [run[0]!.time, run.at(-1)!.time];
        const hours = (to - from) / HOUR;
        if (run.length >= SAMPLES && hours >= HOURS[1] && tells(run, sensor, hours, days))
          stretches.push({ from, to });
        run = [];
      }
      run.push(point);
    }
  return stretches;
}

/** Days without the hours in which stroke or temperature stood still by a fault of their sensor that is mended. */
export function withoutStuck(days: readonly Day[]): readonly Day[] {
  const stretches = SENSORS.flatMap((sensor) => stuckStretches(days, sensor));
  if (stretches.length === 0) return days;
  return days.map((day) => ({
    ...day,
    hours: day.hours.filter(({ time }) => stretches.every(({ from, to }) => time < from || time > to)),
  }));
}
