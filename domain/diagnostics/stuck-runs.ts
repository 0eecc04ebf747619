/** Runs in which a sensor repeats one value, and which of them are a fault: found in one walk for each sensor. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { absolutePressure } from '../physics/gas.ts';
import { quantile, weightedLine } from '../physics/statistics.ts';
import type { Day } from './days.ts';

/** Samples of a run at least. */
export const SAMPLES = 8;
/** Hours from which one that lasts is watched, and bad. */
export const HOURS = [12, 24] as const;
export const SENSORS = ['stroke', 'pressure', 'temperature'] as const;
export type Sensor = (typeof SENSORS)[number];

/** A stretch in which a sensor repeated one raw value by a fault of its own; times in ms, its ends included. */
export interface StuckRun {
  readonly sensor: Sensor;
  readonly from: number;
  readonly to: number;
  /** Whether its newest reading is still that value. */
  readonly lasts: boolean;
}

/** Hours of one that is over: a pressure in coarse steps keeps one value for days, and that is its habit. */
const OVER = { stroke: HOURS[1], temperature: HOURS[1], pressure: 96 } as const;
/** What another must move by meanwhile: °C, mm, bar. */
const MOVES = { temperature: 4, stroke: 25, pressure: 3 } as const;
/** It must last so much longer than it ever did before: coarse steps and calm days repeat values too. */
const LONGER = 2.5;
/** A gas in a fixed volume: relative change of the pressure per °C. */
const FIXED = 0.002;
/** How unlikely (ln) a run must be by how often a reading repeats the one before: coarse steps do all the time. */
const NO_CHANCE = 14;
/** From there on a reading repeats because its steps are coarse: what repeats once will again. */
const OFTEN = 0.45;
/** Samples that tell how often; until then it is half of the time. */
const ENOUGH = 40;
/** A gap says nothing of what was between, ms. */
const GAP = 13 * HOUR;
/** A pressure that never was another may be one of coarse steps, as a tuned gas moves by half a bar: ms it is believed. */
const NEVER_ANOTHER = 15 * DAY;

/** What a sensor did before a run, faults left out: what was mended is no habit. */
interface Habit {
  readings: number;
  /** Those that repeated the one before them. */
  repeats: number;
  /** ms that one value lasted at most. */
  longest: number;
}

/** A run as it grows. */
interface Run {
  readonly points: Measure[];
  /** ms without a gap, now and at most. */
  begin: number;
  longest: number;
  readonly lasts: boolean;
}

const hoursOf = ({ points }: Run, now = points.at(-1)!.time) => (now - points[0]!.time) / HOUR;

const range = (values: readonly number[]) => quantile(values, 0.98) - quantile(values, 0.02);

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

/** Whether a run is a fault: another sensor moves meanwhile, and by habit no value would last nearly as long. */
function isFault({ points }: Run, sensor: Sensor, hours: number, habit: Habit): boolean {
  if (habit.readings === 0 && sensor === 'pressure' && hours * HOUR > NEVER_ANOTHER) return false;
  const often = habit.readings < ENOUGH ? 0.5 : (habit.repeats + 1) / (habit.readings + 1);
  if (points.length * -Math.log(often) < (often > OFTEN ? 2 : 1) * NO_CHANCE) return false;
  if (hours * HOUR < LONGER * habit.longest) return false;
  const moves = SENSORS.some((other) => {
    const values = points.flatMap((point) => (other === sensor ? [] : (point[other] ?? [])));
    return values.length >= SAMPLES && range(values) > MOVES[other];
  });
  return moves && !(sensor === 'stroke' && fixedVolume(points));
}

/** Takes a reading of the same value into a run. */
function grow(run: Run, point: Measure): void {
  if (point.time - run.points.at(-1)!.time > GAP) run.begin = point.time;
  run.longest = Math.max(run.longest, point.time - run.begin);
  run.points.push(point);
}

/** Runs of one value of a sensor, oldest first; the last is the one of its newest reading. */
function* repeated(days: readonly Day[], sensor: Sensor): Generator<Run> {
  let run: Run | null = null;
  for (const { points } of days)
    for (const point of points) {
      if (point[sensor] === null) continue;
      if (run !== null && point[sensor] === run.points[0]![sensor]) {
        grow(run, point);
        continue;
      }
      if (run !== null) yield run;
      run = { points: [point], begin: point.time, longest: 0, lasts: false };
    }
  if (run !== null) yield { ...run, lasts: true };
}

/** The runs of one sensor that are a fault; `now`: ms until which the last one is counted. */
function runsOf(days: readonly Day[], sensor: Sensor, now: number): StuckRun[] {
  const found: StuckRun[] = [];
  const habit: Habit = { readings: 0, repeats: 0, longest: 0 };
  for (const run of repeated(days, sensor)) {
    const { points, lasts } = run;
    const hours = lasts ? hoursOf(run, now) : hoursOf(run);
    const long = points.length >= SAMPLES && hours >= (lasts ? HOURS[0] : OVER[sensor]);
    if (long && isFault(run, sensor, hours, habit)) {
      found.push({ sensor, from: points[0]!.time, to: points.at(-1)!.time, lasts });
      continue;
    }
    habit.readings += points.length;
    habit.repeats += points.length - 1;
    habit.longest = Math.max(habit.longest, run.longest);
  }
  return found;
}

/** All runs of some sensors that are a fault, those that are over and those that last; each sensor's in their order. */
export function stuckRuns(days: readonly Day[], sensors: readonly Sensor[] = SENSORS): StuckRun[] {
  const now = days.at(-1)?.points.at(-1)?.time ?? 0;
  return sensors.flatMap((sensor) => runsOf(days, sensor, now));
}

/** Days whose hours leave out those of some runs: in them nothing is known of the ram's way. */
export function withoutRuns(days: readonly Day[], runs: readonly StuckRun[]): readonly Day[] {
  if (runs.length === 0) return days;
  return days.map((day) => ({
    ...day,
    hours: day.hours.filter(({ time }) => runs.every(({ from, to }) => time < from || time > to)),
  }));
}

/** Samples that are asked whether a reading has stood still of late, and ms. */
const OF_LATE = { samples: 3, time: DAY } as const;

/** Whether a sensor has read one and the same value of late: too short to be called stuck, too long to tell where it stepped. */
export function standsStill(days: readonly Day[], sensor: Sensor): boolean {
  const points = days.slice(-3).flatMap((day) => day.points.filter((point) => point[sensor] !== null));
  const newest = points.at(-1);
  if (!newest) return false;
  const late = points.filter(({ time }) => time > newest.time - OF_LATE.time);
  return late.length >= OF_LATE.samples && late.every((point) => point[sensor] === newest[sensor]);
}

/** Days whose hours know no pressure during some runs: the ram's way stays as it is. */
export function withoutPressure(days: readonly Day[], runs: readonly StuckRun[]): readonly Day[] {
  if (runs.length === 0) return days;
  return days.map((day) => ({
    ...day,
    hours: day.hours.map((hour) =>
      runs.some(({ from, to }) => hour.time >= from && hour.time <= to) ? { ...hour, pressure: null } : hour,
    ),
  }));
}
