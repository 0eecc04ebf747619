import { MODEL_STROKES } from '../box-configuration.ts';
import { DAY } from '../durations.ts';
import {
  AXIAL_STIFFNESS,
  type ConductorType,
  deadBand,
  expansionOf,
  thermalSlope,
} from '../physics/expansion.ts';
import { believedSlope, geometryOf } from './believed-slope.ts';
import { type Baseline, type Change, changesOf } from './changes.ts';
import type { Day } from './days.ts';
import { type Drive, driveOf, playOf } from './drive.ts';
import { freedAt } from './freed.ts';
import { intervalOf } from './interval.ts';
import { type LoopWidth, loopWidth } from './loop-width.ts';
import { type Nights, nightsOf, nightsWithout, type Stretch, untilWhole } from './nights.ts';
import type { Geometry } from './origin.ts';
import { lasting } from './over.ts';
import { type JumpHistory, jumpHistory } from './standing-jump.ts';
import { stillness } from './stillness.ts';
import { type StuckRun, stuckRuns, withoutPressure, withoutRuns } from './stuck-runs.ts';

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

/** Days of the twin whose hours leave out those of stuck sensors, mended or not. */
export interface TwinDays {
  readonly aero: DiagnosedAero;
  /** Of stroke and temperature. */
  readonly both: readonly Day[];
  /** Of the temperature alone: a stuck stroke takes nothing from it. */
  readonly temperature: readonly Day[];
}

/** What all findings start from. */
export interface DiagnosticContext {
  readonly input: DiagnosticInput;
  /** Those of the input, the hours left out in which stroke or temperature was stuck and is mended. */
  readonly days: readonly Day[];
  /** Every stretch in which a sensor was stuck, or is. */
  readonly stuck: readonly StuckRun[];
  /** The twin's days, what is stuck left out of their hours; null without a twin. */
  readonly twin: TwinDays | null;
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
  /** When the ram was freed that something held within the last weeks, ms: `loop` begins there; null without that. */
  readonly freed: number | null;
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
  /** By how much more the ram stands still than before, according to the pressure; null where unknown. */
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
/** °C of loop that 5 % of friction make where no tension is known. */
export const USUAL_BAND = 5;

/** Days over which the pressure shows how still the ram stands now, and before. */
const STILL_NOW = 12;
const STILL_BEFORE = [75, 25] as const;
function stillerOf(drive: Drive, now: number): number | null {
  const recent = stillness(drive, now - STILL_NOW * DAY, now);
  const before = stillness(drive, now - STILL_BEFORE[0] * DAY, now - STILL_BEFORE[1] * DAY);
  return recent === null || before === null ? null : recent - before;
}

/** Nights that tell enough without those in which a pressure was stuck. */
const NIGHTS_LEFT = 30;

/** The nights in which all is known; with too few of them those without a pressure as well. */
function knownNights(nights: Nights, putRight: readonly Stretch[], stuck: readonly Stretch[]): Nights {
  const told = nightsWithout(nights, [...putRight, ...stuck]);
  return stuck.length === 0 || told.n >= NIGHTS_LEFT ? told : nightsWithout(nights, putRight);
}

/**
 * What jumped, and what the nights say but for those in which the ram stood off by what was put right, or a pressure
 * was stuck; by the geometry.
 */
function ofThePast(
  past: Parameters<typeof jumpHistory>[0],
  nights: Nights,
  geometry: Geometry | null,
  stuck: readonly Stretch[],
): Pick<DiagnosticContext, 'jumps' | 'nights' | 'baseline' | 'change'> {
  if (geometry === null) return { jumps: null, nights, baseline: null, change: null };
  const found = jumpHistory(past, geometry.slope);
  const putRight = found.putRight.map((stretch) => untilWhole(nights, stretch, geometry.slope));
  const jumps = { ...found, putRight };
  const told = knownNights(nights, putRight, stuck);
  const changed = changesOf(told, geometry);
  if (!changed) return { jumps, nights: told, baseline: null, change: null };
  return { jumps, nights: told, ...lasting(changed, jumps.putRight) };
}

function twinDays({ aero, days }: Twin): TwinDays {
  const stuck = stuckRuns(days, ['stroke', 'temperature']);
  const ofTemperature = stuck.filter(({ sensor }) => sensor === 'temperature');
  return { aero, both: withoutRuns(days, stuck), temperature: withoutRuns(days, ofTemperature) };
}

/** Without stroke or temperature nothing is known of the ram's way; a stuck pressure leaves it as it is. */
const isMended = (ofPressure: boolean) => (run: StuckRun) =>
  !run.lasts && (run.sensor === 'pressure') === ofPressure;

export function buildContext(input: DiagnosticInput): DiagnosticContext {
  const { aero } = input;
  const now = input.days.at(-1)?.samples.time.at(-1) ?? 0;
  const stuck = stuckRuns(input.days);
  const stuckPressure = stuck.filter(isMended(true));
  const days = withoutPressure(withoutRuns(input.days, stuck.filter(isMended(false))), stuckPressure);
  const expansion = expansionOf(aero.conductor_type, aero.expansion_coefficient);
  const theorySlope = aero.regularized_length ? thermalSlope(aero.regularized_length, expansion) : null;
  const stiffness = AXIAL_STIFFNESS[aero.conductor_type ?? 'wire'];
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : null;
  const drive = driveOf(days);
  const plays = new Map<number, Float64Array>();
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, now, plays);
  const allowedBand = tension === null ? null : deadBand(FRICTION, tension, stiffness, expansion);
  const freed = freedAt(drive, now, LOOP_NOW, allowedBand ?? USUAL_BAND);
  const loop = loopWidth(drive, freed ?? now - LOOP_NOW * DAY, now, plays);
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
    stuck,
    twin: input.twin ? twinDays(input.twin) : null,
    now,
    interval: intervalOf(days, now),
    extremes: input.extremes ?? DEFAULT_EXTREMES,
    drive,
    theorySlope,
    slope: believed?.slope ?? null,
    whole,
    freed,
    loop,
    loopBefore,
    plays,
    play,
    geometry,
    ...ofThePast({ drive, play, travel, now }, nights, geometry, stuckPressure),
    stiller: stillerOf(drive, now),
    stiffness,
    tension,
    allowedBand,
    travel,
  };
}

/** Days that begin within `count` days of `now`. */
export function lastDays({ days, now }: { days: readonly Day[]; now: number }, count: number): Day[] {
  return days.filter((day) => day.start > now - count * DAY);
}
