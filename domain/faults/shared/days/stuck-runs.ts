/** Runs in which a sensor repeats one value, and which of them are faults, in one pass per sensor. */

import { DAY, HOUR } from '../../../durations.ts';
import { absolutePressure } from '../../../physics/gas.ts';
import { quantile, weightedLine } from '../../../physics/statistics.ts';
import { SELDOM } from '../../row.ts';
import type { Day } from './days.ts';
import { concatenate, measuredValues, pickSamples, placesWhere, type Samples, stretchOf } from './samples.ts';
import { STUCK_LIMITS } from './stuck-limits.ts';

export const SAMPLES = STUCK_LIMITS.samples.value;
export const HOURS = STUCK_LIMITS.hours.value;
export const SENSORS = ['stroke', 'pressure', 'temperature'] as const;
export type Sensor = (typeof SENSORS)[number];

/** A stretch in which a sensor repeated one raw value because of a fault; times in ms, both ends included. */
export interface StuckRun {
  readonly sensor: Sensor;
  readonly from: number;
  readonly to: number;
  /** Whether the newest reading is still that value. */
  readonly lasts: boolean;
}

/**
 * Fewest hours of a run that is over: a pressure of coarse resolution repeats a value for days without a
 * fault.
 */
const MIN_HOURS_OVER = { stroke: HOURS[1], temperature: HOURS[1], pressure: 96 } as const;
/** Least range of another sensor in that time: °C, mm, bar. */
const MIN_RANGE = { temperature: 4, stroke: 25, pressure: 3 } as const;
/** Factor over the longest run so far: coarse resolution and calm days cause repeats too. */
const LONGER_BY = 2.5;
/**
 * Resolution of a pressure, bar, from which it is coarse, and the factor used then at long log times. A tuned
 * gas varies by half a bar, so calm weeks keep the few readings of a day within one step, and the longest run
 * so far does not predict the longest to come. More readings a day reach the next step sooner.
 */
const COARSE = 0.3;
const LONGER_BY_IF_COARSE = 6;
/** Relative change of the pressure per °C above which the volume is fixed. */
const FIXED = 0.002;
/** Least −ln of the probability of a run, given how often this sensor repeats its previous reading. */
const MIN_IMPROBABILITY = 14;
/** Share of repeats above which the resolution is coarse; twice `MIN_IMPROBABILITY` is then required. */
const COARSE_REPEATS = 0.45;
/** Readings needed to know that share; until then one half is assumed. */
const MIN_READINGS = 40;
/** ms without a reading after which the duration of a run restarts. */
const GAP = 13 * HOUR;
/**
 * ms after which a pressure that has never changed counts as coarse, not stuck: a tuned gas varies by half a
 * bar.
 */
const UNCHANGED_IS_COARSE = 15 * DAY;

/** How a sensor repeated values before a run, without faults that were repaired. */
interface Habit {
  readings: number;
  /** Readings equal to the one before. */
  repeats: number;
  /** Longest that one value lasted, ms. */
  longest: number;
  /** Smallest difference between consecutive values. */
  step: number;
}

/** A run of one value: indices of its first and last reading, and of the first that differs. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly next: number;
  readonly readings: number;
  /** Longest part without a gap, ms. */
  readonly longest: number;
}

/** The run that begins with the reading `first`. */
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

/** The samples of a run in which `sensor` has a reading. */
function readingsOf(all: Samples, { first, last }: Run, sensor: Sensor): Samples {
  const run = stretchOf(all, first, last + 1);
  return pickSamples(
    run,
    placesWhere(run, (i) => !Number.isNaN(run[sensor][i]!)),
  );
}

const range = (values: ArrayLike<number>) => quantile(values, 0.98) - quantile(values, 0.02);

/** Whether the pressure follows the temperature as in a fixed volume: then the ram stands still, not its sensor. */
function fixedVolume(readings: Samples): boolean {
  const { temperature, pressure } = pickSamples(
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

/** Whether a run is far longer than this sensor's habit explains. */
function isUnusual({ readings }: Run, sensor: Sensor, hours: number, habit: Habit): boolean {
  if (habit.readings === 0 && sensor === 'pressure' && hours * HOUR > UNCHANGED_IS_COARSE) return false;
  const repeatShare = habit.readings < MIN_READINGS ? 0.5 : (habit.repeats + 1) / (habit.readings + 1);
  if (readings * -Math.log(repeatShare) < (repeatShare > COARSE_REPEATS ? 2 : 1) * MIN_IMPROBABILITY)
    return false;
  const isCoarse = sensor === 'pressure' && Number.isFinite(habit.step) && habit.step >= COARSE;
  const factor = isCoarse && (hours * HOUR) / readings > SELDOM * 1000 ? LONGER_BY_IF_COARSE : LONGER_BY;
  return hours * HOUR >= factor * habit.longest;
}

/** Whether another sensor varies at the same time, so that only this one stands still. */
function anotherMoves(readings: Samples, sensor: Sensor): boolean {
  const moves = SENSORS.some((other) => {
    if (other === sensor) return false;
    const values = measuredValues(readings[other]);
    return values.length >= SAMPLES && range(values) > MIN_RANGE[other];
  });
  return moves && !(sensor === 'stroke' && fixedVolume(readings));
}

/** The faulty runs of one sensor; the run of the newest reading lasts until now. */
function runsOf(all: Samples, sensor: Sensor): StuckRun[] {
  const { time, [sensor]: values } = all;
  const found: StuckRun[] = [];
  const habit: Habit = { readings: 0, repeats: 0, longest: 0, step: Number.POSITIVE_INFINITY };
  let next = values.findIndex((value) => !Number.isNaN(value));
  while (next >= 0 && next < values.length) {
    const run = runFrom(values, time, next);
    const { readings, longest } = run;
    const from = time[run.first]!;
    const to = time[run.last]!;
    const lasts = run.next === values.length;
    const hours = ((lasts ? time.at(-1)! : to) - from) / HOUR;
    const long = readings >= SAMPLES && hours >= (lasts ? HOURS[0] : MIN_HOURS_OVER[sensor]);
    if (long && isUnusual(run, sensor, hours, habit) && anotherMoves(readingsOf(all, run, sensor), sensor))
      found.push({ sensor, from, to, lasts });
    else {
      habit.readings += readings;
      habit.repeats += readings - 1;
      habit.longest = Math.max(habit.longest, longest);
      if (!lasts) habit.step = Math.min(habit.step, Math.abs(values[run.next]! - values[run.first]!));
    }
    next = run.next;
  }
  return found;
}

/** All faulty runs of some sensors, over or not; by sensor, then by time. */
export function stuckRuns(days: readonly Day[], sensors: readonly Sensor[] = SENSORS): StuckRun[] {
  const all = concatenate(days.map(({ samples }) => samples));
  return sensors.flatMap((sensor) => runsOf(all, sensor));
}

/** The days without the hours of some runs, in which the ram's movement is unknown. */
export function withoutRuns(days: readonly Day[], runs: readonly StuckRun[]): readonly Day[] {
  if (runs.length === 0) return days;
  return days.map((day) => ({
    ...day,
    hours: day.hours.filter(({ time }) => runs.every(({ from, to }) => time < from || time > to)),
  }));
}

/** Whether the newest reading of a sensor belongs to a run. */
export const isStuckNow = ({ stuck }: { readonly stuck: readonly StuckRun[] }, sensor: Sensor) =>
  stuck.some((run) => run.sensor === sensor && run.lasts);

/** Number of samples, and ms, for which a reading must not have changed. */
const RECENT = { samples: 3, time: DAY } as const;

/**
 * Whether a sensor has repeated one value recently: too short to be called stuck, too long for a step to be
 * real.
 */
export function standsStill(days: readonly Day[], sensor: Sensor): boolean {
  let [newest, value, samples] = [Number.NaN, Number.NaN, 0];
  for (const day of days.slice(-3).reverse()) {
    const { time, [sensor]: values } = day.samples;
    for (let i = values.length - 1; i >= 0; i--) {
      if (Number.isNaN(values[i]!)) continue;
      if (samples === 0) [newest, value] = [time[i]!, values[i]!];
      if (time[i]! <= newest - RECENT.time) return samples >= RECENT.samples;
      if (values[i] !== value) return false;
      samples++;
    }
  }
  return samples >= RECENT.samples;
}

/** The days without the pressure of some runs: the ram's movement remains known. */
export function withoutPressure(days: readonly Day[], runs: readonly StuckRun[]): readonly Day[] {
  if (runs.length === 0) return days;
  return days.map((day) => ({
    ...day,
    hours: day.hours.map((hour) =>
      runs.some(({ from, to }) => hour.time >= from && hour.time <= to) ? { ...hour, pressure: null } : hour,
    ),
  }));
}
