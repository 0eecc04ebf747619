/** Runs in which a sensor repeats one value, and whether that is a fault. */

import { HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { absolutePressure } from '../physics/gas.ts';
import { quantile, weightedLine } from '../physics/statistics.ts';
import type { Day } from './days.ts';

/** Samples, and hours that are watched and bad. */
export const SAMPLES = 8;
export const HOURS = [12, 24] as const;
export const SENSORS = ['stroke', 'pressure', 'temperature'] as const;
export type Sensor = (typeof SENSORS)[number];
/** What another must move by meanwhile: °C, mm, bar. */
const MOVES = { temperature: 4, stroke: 25, pressure: 3 } as const;
/** It must last so much longer than it ever did before: coarse steps and calm days repeat values too. */
const LONGER = 2.5;
/** A gas in a fixed volume: relative change of the pressure per °C. */
const FIXED = 0.002;

const range = (values: readonly number[]) => quantile(values, 0.98) - quantile(values, 0.02);

/** Whether a run of one value is a fault: another sensor moves meanwhile, and no run before lasted nearly as long. */
export function tells(run: readonly Measure[], sensor: Sensor, hours: number, days: readonly Day[]): boolean {
  const moves = SENSORS.some((other) => {
    const values = run.flatMap((point) => (other === sensor ? [] : (point[other] ?? [])));
    return values.length >= SAMPLES && range(values) > MOVES[other];
  });
  if (!moves || (sensor === 'stroke' && fixedVolume(run))) return false;
  const repeats = repeatsOf(days, sensor, run[0]!.time);
  if (run.length * -Math.log(repeats) < (repeats > OFTEN ? 2 : 1) * NO_CHANCE) return false;
  return hours >= LONGER * longestBefore(days, sensor, run[0]!.time);
}

/** How unlikely (ln) a run must be by how often a reading repeats the one before: coarse steps do all the time. */
const NO_CHANCE = 14;
/** From there on a reading repeats because its steps are coarse: what repeats once will again. */
const OFTEN = 0.45;
/** Samples that tell how often; until then it is half of the time. */
const ENOUGH = 40;

/** Share of the readings before a time that repeat the one before them. */
function repeatsOf(days: readonly Day[], sensor: Sensor, until: number): number {
  const before = days.filter(({ start }) => start < until).flatMap(({ points }) => points);
  const values = before.flatMap((point) => (point.time < until ? (point[sensor] ?? []) : []));
  const same = values.filter((value, i) => i > 0 && value === values[i - 1]).length;
  return values.length < ENOUGH ? 0.5 : (same + 1) / (values.length + 1);
}

/** The longest run of one value before a time, h. */
function longestBefore(days: readonly Day[], sensor: Sensor, until: number): number {
  let [longest, begin, value] = [0, 0, null as number | null];
  let last = 0;
  for (const { points } of days)
    for (const point of points) {
      if (point.time >= until) break;
      const now = point[sensor];
      if (now === null) continue;
      // A gap says nothing of what was between.
      if (now !== value || point.time - last > 13 * HOUR) {
        begin = point.time;
        value = now;
      }
      last = point.time;
      longest = Math.max(longest, point.time - begin);
    }
  return longest / HOUR;
}

function fixedVolume(run: readonly Measure[]): boolean {
  const pressed = run.filter(({ pressure, temperature }) => pressure !== null && temperature !== null);
  if (pressed.length < SAMPLES) return false;
  const line = weightedLine(
    pressed.map(({ temperature }) => temperature!),
    pressed.map(({ pressure }) => Math.log(absolutePressure(pressure!))),
    new Float64Array(pressed.length).fill(1),
  );
  return (line?.b ?? 0) > FIXED;
}
