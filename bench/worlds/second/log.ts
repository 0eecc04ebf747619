import type { BoxTruth } from './box.ts';
import { type FineSky, STEP } from './fine-sky.ts';
import type { RamTruth } from './ram.ts';
import type { Random } from './random.ts';

/** Log times that boxes are set to. */
export const LOG_TIMES = { tenMinutes: 600_000, hour: 3_600_000, sixHours: 21_600_000 };

/** Errors of the sensors of one AERO. */
export interface Sensors {
  strokeOffsetMm: number;
  /** mm per °C of the body. */
  strokePerC: number;
  pressureOffsetBar: number;
  pressurePerC: number;
  temperatureOffsetC: number;
  /** Share of samples that a passing train shakes. */
  trains: number;
}

/** What faults do to the sensors of one sample; made neutral before every sample. */
export interface Reading {
  strokeAddMm: number;
  pressureAddBar: number;
  temperatureAddC: number;
  /** Repeats the last value of the stroke. */
  strokeStuck: boolean;
  /** The sample is dropped. */
  lost: boolean;
  /** Added to the clock of the box, ms. */
  clockMs: number;
  /** Sent this many times. */
  copies: number;
  /** Multiplies the size and number of shakes by trains. */
  trains: number;
  /** Added to the count of starts of the box. */
  boots: number;
  /** Sent that much later, ms. */
  lateMs: number;
}

/** Measures of one AERO in the units of docs/devices.md; NaN where a value is missing. One row a measure. */
export interface Measures {
  /** By the clock of the box, UTC ms. */
  times: Float64Array;
  /** When the console got it, UTC ms. Rows are by true time; order of arrival is order of this column. */
  receivedAt: Float64Array;
  /** Starts of the box so far. */
  boot: Float64Array;
  temperature: Float64Array;
  /** bar, gauge. */
  pressure: Float64Array;
  /** mm. */
  stroke: Float64Array;
  /** V. */
  batteryVoltage: Float64Array;
  solarVoltage: Float64Array;
  /** mA. */
  chargeCurrent: Float64Array;
  /** Step of the truth (ten minutes each) that the row was read in. */
  step: Float64Array;
}

/** How a box logs and sends. */
export interface Logging {
  /** ms between logged measures, in order of beginning; the first from the start on. */
  logTimes: { fromMs: number; everyMs: number }[];
  uploadMs: number;
  /** Seconds by which all samples are past the full interval. */
  phaseS: number;
  /** Seconds a day that the clock gains until the next weekly setting. */
  driftSPerDay: number;
  /** Outages a year: of the link (sent later), and of the box (lost). */
  linkOutages: number;
  boxOutages: number;
}

const NEUTRAL: Reading = {
  strokeAddMm: 0,
  pressureAddBar: 0,
  temperatureAddC: 0,
  strokeStuck: false,
  lost: false,
  clockMs: 0,
  copies: 1,
  trains: 1,
  boots: 0,
  lateMs: 0,
};

const round = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit;

/** Spans of time drawn evenly over the years, sorted. */
function drawSpans(perYear: number, meanMs: number, fine: FineSky, random: Random): [number, number][] {
  const spans: [number, number][] = [];
  const lasts = fine.count * STEP;
  let at = fine.startMs;
  while (perYear > 0) {
    at += random.exponential((365 * 86_400_000) / perYear);
    if (at >= fine.startMs + lasts) break;
    const end = at + random.exponential(meanMs);
    spans.push([at, end]);
    at = end;
  }
  return spans;
}

const within = (spans: [number, number][], ms: number) => spans.find(([from, to]) => ms >= from && ms < to);

/** Steps at which the box logs, and when each is sent. */
export interface Schedule {
  steps: number[];
  receivedAt: number[];
}

/** When a box logs and sends; both AEROs of a box share it. */
export function makeSchedule(fine: FineSky, truth: BoxTruth, logging: Logging, random: Random): Schedule {
  const link = drawSpans(logging.linkOutages, 14 * 3_600_000, fine, random);
  const dead = drawSpans(logging.boxOutages, 9 * 3_600_000, fine, random);
  const schedule: Schedule = { steps: [], receivedAt: [] };
  let setting = 0;
  for (let step = 0; step < fine.count; step++) {
    const ms = fine.startMs + step * STEP;
    while ((logging.logTimes[setting + 1]?.fromMs ?? Infinity) <= ms) setting++;
    if (ms % logging.logTimes[setting]!.everyMs !== 0 || truth.off[step] || within(dead, ms)) continue;
    schedule.steps.push(step);
    schedule.receivedAt.push(sentAt(ms, fine, truth, logging, link));
  }
  return schedule;
}

/** The next upload that gets through; Infinity when none does before the end. */
function sentAt(
  ms: number,
  fine: FineSky,
  truth: BoxTruth,
  logging: Logging,
  link: [number, number][],
): number {
  const end = fine.startMs + fine.count * STEP;
  for (let at = Math.ceil((ms + 1) / logging.uploadMs) * logging.uploadMs; at < end; at += logging.uploadMs) {
    const step = Math.floor((at - fine.startMs) / STEP);
    if (!truth.mute[step] && !truth.off[step] && !within(link, at))
      return at + logging.phaseS * 1000 + 20_000;
  }
  return Infinity;
}

/** What a passing train adds, mm: most a few, some far more. */
function shake(random: Random, more: number): number {
  const size = random.chance(0.03 * more) ? 15 + random.exponential(14 * more) : random.between(3, 15);
  return random.chance(0.5) ? size : -size;
}

const COLUMNS = [
  'times',
  'receivedAt',
  'boot',
  'temperature',
  'pressure',
  'stroke',
  'batteryVoltage',
  'solarVoltage',
  'chargeCurrent',
  'step',
] as const;

export interface Sources {
  fine: FineSky;
  box: BoxTruth;
  ram: RamTruth;
  sensors: Sensors;
  logging: Logging;
  /** Travel of the model, mm: the sensor shows no more. */
  travelMm: number;
}

/** Everything that one sample shows, in the order of COLUMNS. */
function sample(from: Sources, step: number, reading: Reading, receivedAt: number, random: Random): number[] {
  const { box, ram, sensors, logging } = from;
  const bodyC = ram.gasC[step]!;
  const days = (step / 144) % 7;
  const clock =
    from.fine.startMs + step * STEP + 1000 * Math.round(logging.phaseS + days * logging.driftSPerDay);
  const shaken = random.chance(sensors.trains * reading.trains) ? shake(random, reading.trains) : 0;
  const stroke =
    ram.strokeMm[step]! + sensors.strokeOffsetMm + sensors.strokePerC * (bodyC - 15) + 0.8 * random.normal();
  const pressure =
    ram.pressureBar[step]! +
    sensors.pressureOffsetBar +
    sensors.pressurePerC * (bodyC - 15) +
    0.15 * random.normal();
  const temperature = bodyC + sensors.temperatureOffsetC + reading.temperatureAddC + 0.15 * random.normal();
  const burst = random.chance(0.1) ? random.between(0.03, 0.1) : 0;
  const shown = Math.max(-5, Math.min(from.travelMm + 5, stroke + shaken));
  return [
    clock + reading.clockMs,
    receivedAt + reading.lateMs,
    1 + reading.boots,
    round(temperature, 10),
    Math.max(0, round(pressure + reading.pressureAddBar, 10)),
    round(shown + reading.strokeAddMm, 1),
    round(box.batteryV[step]! - burst, 100),
    round(Math.max(0, box.solarV[step]! + (box.solarV[step]! > 0 ? 0.03 * random.normal() : 0)), 10),
    Math.max(0, Math.round(box.chargeMa[step]! * (1 + 0.02 * random.normal()))),
    step,
  ];
}

/** The measures of one AERO; `touch` sets what faults do to a sample. What is never received is left out. */
export function readMeasures(
  from: Sources,
  schedule: Schedule,
  touch: (reading: Reading, step: number) => void,
  random: Random,
): Measures {
  const rows: number[][] = [];
  const reading = { ...NEUTRAL };
  const [strokeAt, pressureAt, temperatureAt] = [5, 4, 3];
  let stuckAt = Number.NaN;
  schedule.steps.forEach((step, at) => {
    touch(Object.assign(reading, NEUTRAL), step);
    const row = sample(from, step, reading, schedule.receivedAt[at]!, random);
    const missing = random.chance(0.0008) ? random.pick([strokeAt, pressureAt, temperatureAt]) : -1;
    if (reading.strokeStuck && !Number.isNaN(stuckAt)) row[strokeAt] = stuckAt;
    else stuckAt = row[strokeAt]!;
    if (missing >= 0) row[missing] = Number.NaN;
    if (reading.lost || row[1] === Infinity) return;
    for (let copy = 0; copy < reading.copies; copy++) rows.push(copy === 0 ? row : [...row]);
  });
  const column = (at: number) => Float64Array.from(rows, (row) => row[at]!);
  return Object.fromEntries(COLUMNS.map((name, at) => [name, column(at)])) as unknown as Measures;
}

/** Sensors drawn by chance where nothing is given. */
export function drawSensors(random: Random, given: Partial<Sensors>): Sensors {
  const drawn = {
    strokeOffsetMm: 3 * random.normal(),
    strokePerC: 0.02 * random.normal(),
    pressureOffsetBar: 0.4 * random.normal(),
    pressurePerC: 0.008 * random.normal(),
    temperatureOffsetC: 0.35 * random.normal(),
    trains: random.between(0.003, 0.015),
  };
  return { ...drawn, ...given };
}
