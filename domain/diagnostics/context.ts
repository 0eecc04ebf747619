import { MODEL_STROKES } from '../box-configuration.ts';
import { DAY } from '../durations.ts';
import {
  AXIAL_STIFFNESS,
  type ConductorType,
  deadBand,
  expansionOf,
  thermalSlope,
} from '../physics/expansion.ts';
import { correlation } from '../physics/statistics.ts';
import { type Baseline, type Change, changesOf } from './changes.ts';
import type { Day } from './days.ts';
import { type Drive, driveOf, playOf } from './drive.ts';
import { intervalOf } from './interval.ts';
import { type LoopWidth, loopWidth } from './loop-width.ts';
import { type Nights, nightsOf } from './nights.ts';
import type { Geometry } from './origin.ts';
import { lasting } from './over.ts';
import { type JumpHistory, jumpHistory } from './standing-jump.ts';
import { stillness } from './stillness.ts';
import { withoutStuck } from './was-stuck.ts';

/** What is known of the AERO; null where nobody has entered it. Units as in the API. */
export interface DiagnosedAero {
  readonly model_type: number;
  readonly conductor_type: ConductorType | null;
  /** daN. */
  readonly mechanical_tension: number | null;
  /** m. */
  readonly regularized_length: number | null;
  /** 1/K. */
  readonly expansion_coefficient: number | null;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  readonly battery_min: number | null;
  /** bar; the pressure its rules call too low. */
  readonly pressure_min?: number | null;
}

/** Device temperatures to be ready for, °C. */
export interface Extremes {
  readonly hot: number;
  readonly cold: number;
  /** `set`: entered for the box; `place`: of its latitude, longitude and altitude; `default`: no place is known. */
  readonly source?: 'set' | 'place' | 'default';
}

/** The other AERO of the box: under the same sky, on the same battery and panel. */
export interface Twin {
  readonly aero: DiagnosedAero;
  /** The same days as the AERO's own, those that it has measures of. */
  readonly days: readonly Day[];
}

/** Medians over the nearest boxes of the same client (up to 8 within 30 km, not the own one) on one UTC day. */
export interface NeighbourDay {
  /** Its first moment, ms. */
  readonly start: number;
  /** AEROs that are counted. */
  readonly aeros: number;
  /** Lowest, mean and highest device temperature of the day, °C. */
  readonly temperature_min: number | null;
  readonly temperature_mean: number | null;
  readonly temperature_max: number | null;
  /** Mean stroke of the day off each one's own line in the day's mean temperature, as °C's worth of its slope. */
  readonly residual: number | null;
  /** Amount of gas (P absolute over T, stroke not taken out), 1 = the median of each one's own days. */
  readonly gas: number | null;
  /** Mean panel voltage and charging current, 1 = the median of each one's own days. */
  readonly panel: number | null;
  readonly charge: number | null;
  /** Lowest battery voltage, V. */
  readonly battery_min: number | null;
}

/** What is known of an AERO and measured. */
export interface DiagnosticInput {
  readonly aero: DiagnosedAero;
  /** Of the box, for the panel; null when unknown. */
  readonly latitude: number | null;
  readonly longitude?: number | null;
  /** m above the sea. */
  readonly altitude?: number | null;
  /** Missing: the default ones. */
  readonly extremes?: Extremes;
  readonly twin?: Twin | null;
  /** By day, ascending; empty where no box is near. */
  readonly neighbours?: readonly NeighbourDay[];
  /** Seconds between measures as the box is configured; null when it has not said. What is so stands in `interval`. */
  readonly logTime?: number | null;
  /** Up to 90 days that have measures, ascending. */
  readonly days: readonly Day[];
}

/** Friction that is too much, as a share of the tension. */
export const FRICTION = 0.05;

/** Extremes where the place has none of its own: a French summer's and winter's device. */
export const DEFAULT_EXTREMES = { hot: 40, cold: -15, source: 'default' } as const;

/** What all findings start from. */
export interface DiagnosticContext {
  readonly input: DiagnosticInput;
  readonly days: readonly Day[];
  /** Time of the newest measure. */
  readonly now: number;
  /** Usual seconds from one measure to the next over the last fortnight; null with under four measures. */
  readonly interval: number | null;
  readonly extremes: Extremes;
  /** Medians of hours in columns. */
  readonly drive: Drive;
  /** mm/°C by theory; null without a length. */
  readonly theorySlope: number | null;
  /** mm/°C of its own sign that a free ram moves by: what it did, where that is sure, else theory's; null without either. */
  readonly slope: number | null;
  /** What the whole time says of slope and loop, the last weeks, and the weeks before; null where they do not tell. */
  readonly whole: LoopWidth | null;
  readonly loop: LoopWidth | null;
  readonly loopBefore: LoopWidth | null;
  /** Plays by width, so that each is made once. */
  readonly plays: Map<number, Float64Array>;
  /** Where a ram with that loop would stand, °C of its wire. */
  readonly play: Float64Array;
  readonly nights: Nights;
  readonly geometry: Geometry | null;
  /** What jumped within hours; null where no slope is known. */
  readonly jumps: JumpHistory | null;
  /** What the nights say: their line, and what changed and lasts; null with too few of them. */
  readonly baseline: Baseline | null;
  readonly change: Change | null;
  /** By how much more the ram stands still than before, as the pressure tells it; null where it does not. */
  readonly stiller: number | null;
  /** E·S in N. */
  readonly stiffness: number;
  /** N; null when unknown. */
  readonly tension: number | null;
  /** °C over which a ram with all the friction that is still allowed (5 %) may stand still; null when unknown. */
  readonly allowedBand: number | null;
  /** mm between the end stops; null for an undefined model. */
  readonly travel: number | null;
}

/** Days in which friction is looked at now, and before. */
const LOOP_NOW = 24;
const LOOP_BEFORE = [80, 32] as const;
/** What a wire is pulled by where nobody has entered it, N. */
const USUAL_TENSION = 12_000;
/** Softness of the gas and friction take about 4 % of α·L (domain.md 2.2); it is known to 6 %. */
const SOFT = 0.96;
const SLOPE_ERROR = 0.06;

/** The slope that is believed: theory's with the sign that was seen, unless what was seen is sure and another. */
function slopeOf(
  theory: number | null,
  whole: LoopWidth | null,
  side: number,
): { slope: number; error: number } | null {
  const sure = whole !== null && Math.abs(whole.slope) > 5 * whole.error;
  if (theory === null)
    return sure && Math.abs(whole.slope) > 0.5
      ? { slope: whole.slope, error: Math.max(whole.error, SLOPE_ERROR * Math.abs(whole.slope)) }
      : null;
  // Which way the sensor is mounted is seen, never assumed.
  if (!sure && side === 0) return null;
  const seen = sure ? whole.slope : side * theory;
  const expected = SOFT * theory * Math.sign(seen);
  const off = Math.abs(seen / expected - 1);
  const other = sure && off > 0.12 && Math.abs(seen) > 0.3 * theory && whole.error < 0.05 * Math.abs(seen);
  return other
    ? { slope: seen, error: 0.1 * Math.abs(seen) }
    : { slope: expected, error: SLOPE_ERROR * theory };
}

/** Correlation of stroke and temperature from which it is sure which way the ram moves. */
const ONE_WAY = 0.6;
function sideOf({ stroke, wire, n }: Drive): number {
  if (n < 12) return 0;
  const r = correlation(stroke, wire);
  return Math.abs(r) < ONE_WAY ? 0 : Math.sign(r);
}

/** Days ago up to which a ram is asked that has hardly moved since. */
const BEFORE_IT_STOOD = [45, 70] as const;

/** The slope of the whole time; of a ram that has been held for most of it, of the time before. */
function believedSlope(drive: Drive, theory: number | null, whole: LoopWidth | null, now: number) {
  const told = slopeOf(theory, whole, sideOf(drive));
  if (told !== null) return told;
  for (const days of BEFORE_IT_STOOD) {
    const until = now - days * DAY;
    const n = drive.time.findLastIndex((time) => time <= until) + 1;
    const past = { ...drive, n, stroke: drive.stroke.subarray(0, n), wire: drive.wire.subarray(0, n) };
    const before = slopeOf(
      theory,
      loopWidth(drive, Number.NEGATIVE_INFINITY, until, new Map()),
      sideOf(past),
    );
    if (before !== null) return before;
  }
  return null;
}

function geometryOf(
  { slope, error }: { slope: number; error: number },
  length: number | null,
  stiffness: number,
  tension: number,
): Geometry {
  // m of wire, from the slope where no length is known.
  const metres = length ?? Math.abs(slope) / 17e-3;
  const column = Math.abs(slope) * 288.15;
  const wire = stiffness / metres / 1000;
  const gas = tension / column;
  return { slope, slopeError: error, column, draws: tension / (wire + gas), shows: wire / (wire + gas) };
}

/** Days in which the pressure is asked how still the ram stands now, and before. */
const STILL_NOW = 12;
const STILL_BEFORE = [75, 25] as const;
function stillerOf(drive: Drive, now: number): number | null {
  const recent = stillness(drive, now - STILL_NOW * DAY, now);
  const before = stillness(drive, now - STILL_BEFORE[0] * DAY, now - STILL_BEFORE[1] * DAY);
  return recent === null || before === null ? null : recent - before;
}

/** What jumped and what the nights say, by the geometry; nulls without one. */
function ofThePast(
  past: Parameters<typeof jumpHistory>[0],
  nights: Nights,
  geometry: Geometry | null,
): Pick<DiagnosticContext, 'jumps' | 'baseline' | 'change'> {
  if (geometry === null) return { jumps: null, baseline: null, change: null };
  const jumps = jumpHistory(past, geometry.slope);
  const changed = changesOf(nights, geometry);
  return { jumps, ...(changed ? lasting(changed, jumps.over) : { baseline: null, change: null }) };
}

export function buildContext(input: DiagnosticInput): DiagnosticContext {
  const { aero, days } = input;
  const now = days.at(-1)?.points.at(-1)?.time ?? 0;
  const expansion = expansionOf(aero.conductor_type, aero.expansion_coefficient);
  const theorySlope = aero.regularized_length ? thermalSlope(aero.regularized_length, expansion) : null;
  const stiffness = AXIAL_STIFFNESS[aero.conductor_type ?? 'wire'];
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : null;
  const drive = driveOf(withoutStuck(days));
  const plays = new Map<number, Float64Array>();
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, now, plays);
  const loop = loopWidth(drive, now - LOOP_NOW * DAY, now, plays);
  const loopBefore = loopWidth(drive, now - LOOP_BEFORE[0] * DAY, now - LOOP_BEFORE[1] * DAY, plays);
  const width = whole?.width ?? 2;
  const play = plays.get(width) ?? playOf(drive, width);
  const nights = nightsOf(drive, play);
  const believed = believedSlope(drive, theorySlope, whole, now);
  const geometry =
    believed && geometryOf(believed, aero.regularized_length, stiffness, tension ?? USUAL_TENSION);
  const travel = MODEL_STROKES[aero.model_type] ?? null;
  return {
    input,
    days,
    now,
    interval: intervalOf(days, now),
    extremes: input.extremes ?? DEFAULT_EXTREMES,
    drive,
    theorySlope,
    slope: believed?.slope ?? null,
    whole,
    loop,
    loopBefore,
    plays,
    play,
    nights,
    geometry,
    ...ofThePast({ drive, play, travel, now }, nights, geometry),
    stiller: stillerOf(drive, now),
    stiffness,
    tension,
    allowedBand: tension === null ? null : deadBand(FRICTION, tension, stiffness, expansion),
    travel,
  };
}

/** Days that begin within `count` days of `now`. */
export function lastDays({ days, now }: { days: readonly Day[]; now: number }, count: number): Day[] {
  return days.filter((day) => day.start > now - count * DAY);
}
