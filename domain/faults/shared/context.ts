import { MODEL_STROKES } from '../../box/box-configuration.ts';
import { DAY } from '../../durations.ts';
import {
  axialStiffness,
  type ConductorType,
  deadBand,
  expansionOf,
  highestTension,
  thermalSlope,
} from '../../physics/expansion.ts';
import type { Finding } from '../finding.ts';
import type { Repair } from '../repair.ts';
import type { Day } from './days/days.ts';
import { intervalOf } from './days/interval.ts';
import { type StuckRun, stuckRuns, withoutPressure, withoutRuns } from './days/stuck-runs.ts';
import { believedSlope, geometryOf } from './drive/believed-slope.ts';
import { type Drive, driveOf, playOf } from './drive/drive.ts';
import { type LoopWidth, loopWidth } from './drive/loop-width.ts';
import { stillness } from './drive/stillness.ts';
import { freedAt } from './held/freed.ts';
import { type JumpHistory, jumpHistory } from './jumps/standing-jump.ts';
import { type Nights, nightsOf, nightsWithout, type Stretch, untilCorrected } from './nights/nights.ts';
import { type Baseline, type Change, changesOf } from './slow-changes/changes.ts';
import type { Geometry } from './slow-changes/origin.ts';
import { lasting } from './slow-changes/over.ts';

/** Data of the AERO that a diagnosis uses; null where nobody has entered it. Units as in the API. */
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
  /** Device temperatures that the AERO must tolerate, °C. */
  readonly pressure_min?: number | null;
}

/** Device temperatures that the AERO must cope with, °C. */
export interface Extremes {
  readonly hot: number;
  readonly cold: number;
  /** `set`: entered for the box; `place`: from its position and altitude; `default`: the position is unknown. */
  readonly source?: 'set' | 'place' | 'default';
}

/** The other AERO of the box: under the same sky, on the same battery and panel. */
export interface Twin {
  readonly aero: DiagnosedAero;
  /** The twin's days within the AERO's own period that have measures. */
  readonly days: readonly Day[];
}

/** Medians over the nearest other boxes of the same client (up to 8 within 30 km) on one UTC day. */
export interface NeighbourDay {
  /** Start of the day, ms. */
  readonly start: number;
  /** Number of AEROs. */
  readonly aeros: number;
  /** Lowest, mean and highest device temperature of the day, °C. */
  readonly temperature_min: number | null;
  readonly temperature_mean: number | null;
  readonly temperature_max: number | null;
  /** Mean stroke of the day minus each AERO's own line against mean temperature, divided by its slope: °C. */
  readonly residual: number | null;
  /** Absolute pressure over T (the stroke is not compensated), 1 = each AERO's own median day. */
  readonly gas: number | null;
  /** Mean panel voltage and charging current, 1 = each AERO's own median day. */
  readonly panel: number | null;
  readonly charge: number | null;
  /** Lowest battery voltage, V. */
  readonly battery_min: number | null;
}

/** Everything that a diagnosis of one AERO is made from. */
export interface DiagnosticInput {
  readonly aero: DiagnosedAero;
  /** Latitude of the box, needed for the panel; null when unknown. */
  readonly latitude: number | null;
  readonly longitude?: number | null;
  /** m above sea level. */
  readonly altitude?: number | null;
  /** Default: `DEFAULT_EXTREMES`. */
  readonly extremes?: Extremes;
  readonly twin?: Twin | null;
  /** By day, ascending; empty where there is no box nearby. */
  readonly neighbours?: readonly NeighbourDay[];
  /** Configured seconds between measures; null when the box has not reported them. `interval` is the measured value. */
  readonly logTime?: number | null;
  /** Up to 90 days with measures, ascending. */
  readonly days: readonly Day[];
  /**
   * Newest measure of this AERO, and of any AERO of its box, ms; omitted where only the past is diagnosed.
   */
  readonly heard?: { readonly own: number; readonly box: number };
  /** When its box reverted to an older firmware, ms, and the versions; omitted for the box's other AERO. */
  readonly fellBack?: { readonly at: number; readonly from: string; readonly to: string } | null;
  /** Work on it reported as done and being verified. */
  readonly repair?: Repair | null;
  /**
   * What the last diagnosis reported since the baseline; a fault older than the measures stays until
   * repaired.
   */
  readonly reported?: readonly Finding[];
}

/** Highest friction allowed, as a share of the tension. */
export const FRICTION = 0.05;

/** Extremes where the position is unknown: those of a device in a French summer and winter. */
export const DEFAULT_EXTREMES = { hot: 40, cold: -15, source: 'default' } as const;

/** Days of the twin without the hours in which one of its sensors was stuck, repaired or not. */
export interface TwinDays {
  readonly aero: DiagnosedAero;
  /** Without the hours of a stuck stroke or temperature. */
  readonly both: readonly Day[];
  /** Without the hours of a stuck temperature only: a stuck stroke does not affect it. */
  readonly temperature: readonly Day[];
}

/** The common input of all methods. */
export interface DiagnosticContext {
  readonly input: DiagnosticInput;
  /** The input's days without the hours in which a now repaired sensor of stroke or temperature was stuck. */
  readonly days: readonly Day[];
  /** Every stretch in which a sensor was or is stuck. */
  readonly stuck: readonly StuckRun[];
  /** Null without a twin. */
  readonly twin: TwinDays | null;
  /** Time of the newest measure. */
  readonly now: number;
  /** Median seconds between measures over the last fortnight; null with fewer than four measures. */
  readonly interval: number | null;
  readonly extremes: Extremes;
  /** Hourly medians in columns. */
  readonly drive: Drive;
  /** α·L, mm/°C; null if the length is unknown. */
  readonly theorySlope: number | null;
  /**
   * Signed slope of a free ram, mm/°C: as observed where that is certain, else by theory; null if both are
   * missing.
   */
  readonly slope: number | null;
  /** Slope and hysteresis loop of the whole period; `loop`: of the last weeks; `loopBefore`: of earlier ones. */
  readonly whole: LoopWidth | null;
  /**
   * When a ram that was held within the last weeks came free, ms: `loop` begins there; null if it was not
   * held.
   */
  readonly freed: number | null;
  readonly loop: LoopWidth | null;
  readonly loopBefore: LoopWidth | null;
  /** Cache of plays by loop width, °C. */
  readonly plays: Map<number, Float64Array>;
  /** Position of a ram with the loop `whole`, as °C of its wire. */
  readonly play: Float64Array;
  readonly nights: Nights;
  readonly geometry: Geometry | null;
  /** Jumps within hours; null where the slope is unknown. */
  readonly jumps: JumpHistory | null;
  /** The line of the nights, and its persistent change; null with too few nights. */
  readonly baseline: Baseline | null;
  readonly change: Change | null;
  /**
   * Share of the time for which the ram stands still now, minus the earlier share, by the pressure; null if
   * unknown.
   */
  readonly stiller: number | null;
  /** E·S (stiffness of the wire) in N. */
  readonly stiffness: number;
  /** N; null when unknown. */
  readonly tension: number | null;
  /** °C over which a ram with the highest allowed friction (5 %) may stand still; null when unknown. */
  readonly allowedBand: number | null;
  /** The same, or where it is unknown the widest possible for the conductor. */
  readonly widestBand: number;
  /** mm between the end stops; null for an undefined model. */
  readonly travel: number | null;
}

/** Days ago that limit the periods for present friction and earlier friction. */
const LOOP_NOW = 24;
const LOOP_BEFORE = [80, 32] as const;
/** Tension where nobody has entered it, N. */
const USUAL_TENSION = 12_000;
/** °C of loop caused by 5 % friction, where the tension is unknown. */
export const USUAL_BAND = 5;

/**
 * °C over which 5 % friction may hold the ram at the highest tension of its conductor. A messenger's is the
 * widest of all: it is used where no conductor is entered.
 */
function widestBandOf(conductor: ConductorType | null, expansion: number): number {
  const most = highestTension(conductor ?? 'messenger');
  return deadBand(FRICTION, most, axialStiffness(conductor ?? 'messenger', most), expansion);
}

/** Days ago that limit the periods in which standing still is measured, now and before. */
const STILL_NOW = 12;
const STILL_BEFORE = [75, 25] as const;
function stillerOf(drive: Drive, now: number): number | null {
  const recent = stillness(drive, now - STILL_NOW * DAY, now);
  const before = stillness(drive, now - STILL_BEFORE[0] * DAY, now - STILL_BEFORE[1] * DAY);
  return recent === null || before === null ? null : recent - before;
}

/** Number of nights that must remain for those with a stuck pressure to be left out. */
const NIGHTS_LEFT = 30;

/** Nights outside corrected jumps and stuck pressures; if too few remain, those with a stuck pressure are kept. */
function knownNights(nights: Nights, putRight: readonly Stretch[], stuck: readonly Stretch[]): Nights {
  const complete = nightsWithout(nights, [...putRight, ...stuck]);
  return stuck.length === 0 || complete.n >= NIGHTS_LEFT ? complete : nightsWithout(nights, putRight);
}

/**
 * Jumps, baseline and nightly change, without the nights of a jump since corrected or of a stuck pressure.
 */
function ofThePast(
  past: Parameters<typeof jumpHistory>[0],
  nights: Nights,
  geometry: Geometry | null,
  stuck: readonly Stretch[],
): Pick<DiagnosticContext, 'jumps' | 'nights' | 'baseline' | 'change'> {
  if (geometry === null) return { jumps: null, nights, baseline: null, change: null };
  const found = jumpHistory(past, geometry.slope);
  const putRight = found.putRight.map((stretch) => untilCorrected(nights, stretch, geometry.slope));
  const jumps = { ...found, putRight };
  const known = knownNights(nights, putRight, stuck);
  const changed = changesOf(known, geometry);
  if (!changed) return { jumps, nights: known, baseline: null, change: null };
  return { jumps, nights: known, ...lasting(changed, jumps.putRight) };
}

function twinDays({ aero, days }: Twin): TwinDays {
  const stuck = stuckRuns(days, ['stroke', 'temperature']);
  const ofTemperature = stuck.filter(({ sensor }) => sensor === 'temperature');
  return { aero, both: withoutRuns(days, stuck), temperature: withoutRuns(days, ofTemperature) };
}

/**
 * Whether a run is over. Following the ram requires stroke and temperature but not pressure: hence two kinds.
 */
const isMended = (ofPressure: boolean) => (run: StuckRun) =>
  !run.lasts && (run.sensor === 'pressure') === ofPressure;

/**
 * The context of all methods, from the days of one AERO; without days everything that needs measures is null.
 */
export function buildContext(input: DiagnosticInput): DiagnosticContext {
  const { aero } = input;
  const now = input.days.at(-1)?.samples.time.at(-1) ?? 0;
  const stuck = stuckRuns(input.days);
  const stuckPressure = stuck.filter(isMended(true));
  const days = withoutPressure(withoutRuns(input.days, stuck.filter(isMended(false))), stuckPressure);
  const expansion = expansionOf(aero.conductor_type, aero.expansion_coefficient);
  const theorySlope = aero.regularized_length ? thermalSlope(aero.regularized_length, expansion) : null;
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : null;
  const stiffness = axialStiffness(aero.conductor_type, tension);
  const drive = driveOf(days);
  const plays = new Map<number, Float64Array>();
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, now, plays);
  const allowedBand = tension === null ? null : deadBand(FRICTION, tension, stiffness, expansion);
  const widestBand = allowedBand ?? widestBandOf(aero.conductor_type, expansion);
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
    widestBand,
    travel,
  };
}

/** Days that begin within the last `count` days. */
export function lastDays<Kept extends { readonly start: number }>(
  { days, now }: { readonly days: readonly Kept[]; readonly now: number },
  count: number,
): Kept[] {
  return days.filter((day) => day.start > now - count * DAY);
}
