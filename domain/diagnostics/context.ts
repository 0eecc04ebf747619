import { MODEL_STROKES } from '../box-configuration.ts';
import type { Measure } from '../metrics.ts';
import {
  AXIAL_STIFFNESS,
  type ConductorType,
  deadBand,
  expansionOf,
  thermalSlope,
} from '../physics/expansion.ts';
import {
  expectedModel,
  FIT_DAYS,
  FIT_MIN_POINTS,
  type NotFittable,
  type StrokeModel,
} from '../physics/expected-stroke.ts';
import { type Day, daysOf } from './days.ts';
import { type Edge, edgeOf } from './edge.ts';
import { intervalOf } from './interval.ts';
import { type Loop, loopOf } from './loop.ts';
import { DAY, type FullPoint } from './points.ts';

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

interface Known {
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
}

export interface DiagnosticInput extends Known {
  /** Up to 90 days, ascending times. */
  readonly points: readonly Measure[];
  /** After a re-gas or a re-set the past before it (ms) is not this AERO's any more. */
  readonly baselineFrom?: number | null;
}

/** The same, its days already summed up. */
export interface DaysInput extends Known {
  /** Up to 90 days that have measures, ascending. */
  readonly days: readonly Day[];
}

/** Friction that is too much, as a share of the tension. */
export const FRICTION = 0.05;

/** Extremes where the place has none of its own: a French summer's and winter's device. */
export const DEFAULT_EXTREMES = { hot: 40, cold: -15, source: 'default' } as const;

/** What all findings start from. */
export interface DiagnosticContext {
  readonly input: DaysInput;
  readonly days: readonly Day[];
  /** Time of the newest measure. */
  readonly now: number;
  /** Usual seconds from one measure to the next over the last fortnight; null with under four measures. */
  readonly interval: number | null;
  readonly extremes: Extremes;
  /** Medians of hours, spikes taken out. */
  readonly hours: readonly FullPoint[];
  /** Line of the AERO's past but the last two days, so that a new fault is not taken for normal. */
  readonly model: StrokeModel | NotFittable;
  /** Line of the coldest hours of the nights of the last 60 days; null where they do not tell. */
  readonly edge: Edge | null;
  /** The same but for the last three days, so that a new fault is not taken for normal. */
  readonly edgeBefore: Edge | null;
  /** mm/°C by theory; null without a length. */
  readonly theorySlope: number | null;
  /** E·S in N. */
  readonly stiffness: number;
  /** N; null when unknown. */
  readonly tension: number | null;
  /** °C over which a ram with all the friction that is still allowed (5 %) may stand still; null when unknown. */
  readonly allowedBand: number | null;
  /** mm between the end stops; null for an undefined model. */
  readonly travel: number | null;
  /** What friction shows, now and six weeks ago; null where it cannot be told. */
  readonly loop: Loop | null;
  readonly loopBefore: Loop | null;
}

/** Days of the measures since the baseline. */
export function inputOfPoints({ points, baselineFrom, ...known }: DiagnosticInput): DaysInput {
  const from = baselineFrom ?? Number.NEGATIVE_INFINITY;
  return { ...known, days: daysOf(points.filter((point) => point.time >= from)) };
}

export function buildContext(input: DaysInput): DiagnosticContext {
  const { aero, days } = input;
  const now = days.at(-1)?.points.at(-1)?.time ?? 0;
  const hours = days.flatMap((day) => day.hours);
  const expansion = expansionOf(aero.conductor_type, aero.expansion_coefficient);
  const geometry = { length: aero.regularized_length, expansion };
  // A first week is too short for medians of hours: its measures themselves are taken.
  const many = hours.length >= FIT_MIN_POINTS + 48;
  const fitted = many ? hours : days.flatMap((day) => day.clean);
  const past = thinned(
    fitted.filter((point) => point.time <= now - 2 * DAY && point.time > now - FIT_DAYS * DAY),
  );
  const ofPast = expectedModel(past, geometry);
  const model = typeof ofPast === 'string' ? expectedModel(thinned(fitted), geometry) : ofPast;
  const theorySlope = aero.regularized_length ? thermalSlope(aero.regularized_length, expansion) : null;
  const edge = edgeOf(days, now, FIT_DAYS);
  const moving = edge && Math.abs(edge.b) > 0.1 ? edge : null;
  const stiffness = AXIAL_STIFFNESS[aero.conductor_type ?? 'wire'];
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : null;
  const travel = MODEL_STROKES[aero.model_type] ?? null;
  return {
    input,
    days,
    now,
    interval: intervalOf(days, now),
    extremes: input.extremes ?? DEFAULT_EXTREMES,
    hours,
    model,
    edge,
    edgeBefore: edgeOf(days, now - 3 * DAY, FIT_DAYS),
    theorySlope,
    loop: moving && loopOf(days, moving, now, travel),
    loopBefore: moving && loopOf(days, moving, now - LOOP_BEFORE * DAY, travel),
    stiffness,
    tension,
    allowedBand: tension === null ? null : deadBand(FRICTION, tension, stiffness, expansion),
    travel,
  };
}

/** Days ago with which friction is compared. */
const LOOP_BEFORE = 45;
/** Points a line is fitted through; more say no more. */
const MOST = 360;
function thinned<T>(points: readonly T[]): readonly T[] {
  const step = Math.ceil(points.length / MOST);
  return step <= 1 ? points : points.filter((_, i) => i % step === 0);
}

/** Days that begin within `count` days of `now`. */
export function lastDays({ days, now }: { days: readonly Day[]; now: number }, count: number): Day[] {
  return days.filter((day) => day.start > now - count * DAY);
}
