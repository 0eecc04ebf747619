/** A sensor that repeats one value while others move. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { absolutePressure } from '../physics/gas.ts';
import { quantile, weightedLine } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable } from './finding.ts';

/** Days that must have measures enough. */
const STUCK_DAYS = 15;
/** Samples, and hours that are watched and bad. */
export const SAMPLES = 8;
export const HOURS = [12, 24] as const;
const SENSORS = ['stroke', 'pressure', 'temperature'] as const;
export type Sensor = (typeof SENSORS)[number];
/** What another must move by meanwhile: °C, mm, bar. */
const MOVES = { temperature: 4, stroke: 25, pressure: 3 } as const;
/** It must last so much longer than it ever did before: coarse steps and calm days repeat values too. */
const LONGER = 2.5;
/** A gas in a fixed volume: relative change of the pressure per °C. */
const FIXED = 0.002;

const range = (values: readonly number[]) => quantile(values, 0.98) - quantile(values, 0.02);

/** Hours a sensor has been repeating one raw value to the last digit while others move. */
export function stuckSensor({ days, now }: DiagnosticContext): Finding {
  const recent = days.filter(({ start }) => start > now - STUCK_DAYS * DAY);
  if (recent.reduce((sum, day) => sum + day.points.length, 0) < SAMPLES)
    return notEvaluable('stuck_sensor', 'h', days.length === 0 ? 'no_data' : 'too_few_points');
  const { hours, sensor, since } = longestRun(days, now);
  const verdict = hours >= HOURS[1] ? 'bad' : hours >= HOURS[0] ? 'watch' : 'good';
  return found(
    'stuck_sensor',
    hours,
    'h',
    verdict,
    { sensor },
    sensor === null
      ? {}
      : {
          since,
          confidence: hours >= HOURS[1] ? 0.97 : 0.85,
          ruled_out: sensor === 'stroke' ? [{ cause: 'seized', by: 'pressure_stays' }] : [],
        },
  );
}

/** The longest run of one sensor up to now that is a fault. */
function longestRun(days: readonly Day[], now: number): Stuck {
  let worst: Stuck = { hours: 0, sensor: null, since: 0 };
  for (const sensor of SENSORS) {
    const run = repeated(days, sensor);
    if (run.length < SAMPLES) continue;
    const since = run[0]!.time;
    const hours = (now - since) / HOUR;
    // A pressure that never was another may be one of coarse steps: a tuned gas moves by half a bar.
    if (sensor === 'pressure' && hours > STUCK_DAYS * 24 && isAllThere(days, since)) continue;
    if (hours >= HOURS[0] && hours > worst.hours && tells(run, sensor, hours, days))
      worst = { hours, sensor, since };
  }
  return worst;
}

/** Whether a run begins with the first pressure that is known. */
const isAllThere = (days: readonly Day[], since: number) =>
  days.every(({ points }) => points.every(({ time, pressure }) => time >= since || pressure === null));

interface Stuck {
  readonly hours: number;
  readonly sensor: Sensor | null;
  /** ms. */
  readonly since: number;
}

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

/** The newest measures that all have the newest value of a sensor, oldest first. */
function repeated(days: readonly Day[], sensor: Sensor): Measure[] {
  const run: Measure[] = [];
  for (const { points } of days.toReversed())
    for (let i = points.length - 1; i >= 0; i--) {
      const point = points[i]!;
      if (point[sensor] === null) continue;
      if (run.length > 0 && point[sensor] !== run[0]![sensor]) return run.reverse();
      run.push(point);
    }
  return run.reverse();
}

/** The longest such run before a time, h. */
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
