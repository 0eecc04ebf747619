/** Runs in which a sensor repeats one value, and which of them are a fault: found in one walk for each sensor. */

import { DAY, HOUR } from '../durations.ts';
import { absolutePressure } from '../physics/gas.ts';
import { quantile, weightedLine } from '../physics/statistics.ts';
import type { Day } from './days.ts';
import { chosenOf, joined, knownOf, placesWhere, type Samples, stretchOf } from './samples.ts';

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

/** A run of one value: places of its first and newest reading, and of the first that is another. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly next: number;
  readonly readings: number;
  /** ms it lasted without a gap, at most. */
  readonly longest: number;
}

/** The run that begins with a reading. */
function runFrom(values: Float64Array, time: Float64Array, first: number): Run {
  const value = values[first]!;
  let next = first + 1;
  let last = first;
  let readings = 1;
  let begin = time[first]!;
  let longest = 0;
  for (; next < values.length; next++) {
    if (Number.isNaN(values[next]!)) continue;
    if (values[next]! !== value) break;
    const now = time[next]!;
    if (now - time[last]! > GAP) begin = now;
    longest = Math.max(longest, now - begin);
    readings++;
    last = next;
  }
  return { first, last, next, readings, longest };
}

/** What all sensors read, with the readings of one of them. */
function readingsOf(all: Samples, { first, last }: Run, sensor: Sensor): Samples {
  const run = stretchOf(all, first, last + 1);
  return chosenOf(
    run,
    placesWhere(run, (i) => !Number.isNaN(run[sensor][i]!)),
  );
}

const range = (values: ArrayLike<number>) => quantile(values, 0.98) - quantile(values, 0.02);

function fixedVolume(readings: Samples): boolean {
  const { temperature, pressure } = chosenOf(
    readings,
    placesWhere(
      readings,
      (i) => !(Number.isNaN(readings.pressure[i]!) || Number.isNaN(readings.temperature[i]!)),
    ),
  );
  if (pressure.length < SAMPLES) return false;
  const line = weightedLine(
    temperature,
    pressure.map((bar) => Math.log(absolutePressure(bar))),
    new Float64Array(pressure.length).fill(1),
  );
  return (line?.b ?? 0) > FIXED;
}

/** Whether by habit no value would last nearly as long as a run. */
function isUnusual({ readings }: Run, sensor: Sensor, hours: number, habit: Habit): boolean {
  if (habit.readings === 0 && sensor === 'pressure' && hours * HOUR > NEVER_ANOTHER) return false;
  const often = habit.readings < ENOUGH ? 0.5 : (habit.repeats + 1) / (habit.readings + 1);
  if (readings * -Math.log(often) < (often > OFTEN ? 2 : 1) * NO_CHANCE) return false;
  return hours * HOUR >= LONGER * habit.longest;
}

/** Whether another sensor moves meanwhile, as it would if only this one stood still. */
function othersMove(readings: Samples, sensor: Sensor): boolean {
  const moves = SENSORS.some((other) => {
    if (other === sensor) return false;
    const values = knownOf(readings[other]);
    return values.length >= SAMPLES && range(values) > MOVES[other];
  });
  return moves && !(sensor === 'stroke' && fixedVolume(readings));
}

/** The runs of one sensor that are a fault; the last is the one of its newest reading, and is counted until now. */
function runsOf(all: Samples, sensor: Sensor): StuckRun[] {
  const { time, [sensor]: values } = all;
  const found: StuckRun[] = [];
  const habit: Habit = { readings: 0, repeats: 0, longest: 0 };
  let next = values.findIndex((value) => !Number.isNaN(value));
  while (next >= 0 && next < values.length) {
    const run = runFrom(values, time, next);
    const { readings, longest } = run;
    const from = time[run.first]!;
    const to = time[run.last]!;
    const lasts = run.next === values.length;
    const hours = ((lasts ? time.at(-1)! : to) - from) / HOUR;
    const long = readings >= SAMPLES && hours >= (lasts ? HOURS[0] : OVER[sensor]);
    if (long && isUnusual(run, sensor, hours, habit) && othersMove(readingsOf(all, run, sensor), sensor))
      found.push({ sensor, from, to, lasts });
    else {
      habit.readings += readings;
      habit.repeats += readings - 1;
      habit.longest = Math.max(habit.longest, longest);
    }
    next = run.next;
  }
  return found;
}

/** All runs of some sensors that are a fault, those that are over and those that last; each sensor's in their order. */
export function stuckRuns(days: readonly Day[], sensors: readonly Sensor[] = SENSORS): StuckRun[] {
  const all = joined(days.map(({ samples }) => samples));
  return sensors.flatMap((sensor) => runsOf(all, sensor));
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
  let [newest, value, samples] = [Number.NaN, Number.NaN, 0];
  for (const day of days.slice(-3).reverse()) {
    const { time, [sensor]: values } = day.samples;
    for (let i = values.length - 1; i >= 0; i--) {
      if (Number.isNaN(values[i]!)) continue;
      if (samples === 0) [newest, value] = [time[i]!, values[i]!];
      if (time[i]! <= newest - OF_LATE.time) return samples >= OF_LATE.samples;
      if (values[i] !== value) return false;
      samples++;
    }
  }
  return samples >= OF_LATE.samples;
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
