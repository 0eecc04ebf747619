/** A ram that stands still although the wire should move it: seized, iced, or held to one side. */

import { DAY, HOUR } from '../../durations.ts';
import { type Candidate, type Finding, found, notEvaluable, notWatched } from '../finding.ts';
import { heldOneSide, SAME } from '../held-one-side/method.ts';
import { icedNow, icingOf } from '../icing/method.ts';
import { SELDOM } from '../row.ts';
import { type DiagnosticContext, USUAL_BAND } from '../shared/context.ts';
import { knownOf, samplesBetween } from '../shared/days/samples.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import { loopWidth } from '../shared/drive/loop-width.ts';
import { askedWays } from '../shared/held/demanded-directions.ts';
import {
  confirmed,
  contradicted,
  FROST,
  type Held,
  heldStretches,
  ICE,
  MIN_MEASURES,
  STILL,
  said,
  stoodSince,
  telling,
  UNSURE,
} from '../shared/held/held-stretches.ts';
import { ownHold } from '../shared/held/own-hold.ts';
import type { PastIce } from '../steps/past-ice.ts';
import { heldAtEnd } from './held-at-end.ts';

/** Days in frost from which a ram that was not freed is seized rather than held by ice. */
const ICE_DAYS = 10;
/** Factor over the highest friction allowed up to which ice is the likelier name: 20 % of the tension at 5 % (J). */
const ICE_HOLDS = 4;
/** Days that mostly ask a ram both ways, and in which the gas shows that it stands still. */
const TELLS = 2;
/** Samples needed of a box that logs seldom if the pressure is inconclusive: four equal ones are two calm nights. */
const SELDOM_SAMPLES = 7;
export interface HeldFindings {
  readonly seized: Finding;
  readonly oneSide: Finding;
  readonly icing: Finding;
  /** Where that is ice of the last days: until when. */
  readonly past: PastIce | null;
  /** Frost has held the ram recently, if only a little: its position says nothing about the wire then. */
  readonly frozen: boolean;
}

/** Seized (% of the expected travel), held to one side (mm) and icing (h), by the stretches without movement. */
export function heldFindings(context: DiagnosticContext): HeldFindings {
  const none = (reason: Parameters<typeof notEvaluable>[2]): HeldFindings => ({
    seized: notEvaluable('seized', '%', reason),
    oneSide: notEvaluable('held_one_side', 'mm', reason),
    icing: notEvaluable('icing', 'h', reason),
    past: null,
    frozen: false,
  });
  const { drive, now, travel, interval } = context;
  const size = sizeOf(context);
  if (drive.n < MIN_MEASURES) return none('no_data');
  if (size === null) return none('no_length');
  const band = context.allowedBand ?? USUAL_BAND;
  const still = heldStretches(drive, now, 0).filter(({ level }) => !isAtEnd(level, travel));
  const free = still.map((one) => ({ ...one, asked: one.asked - band })).filter(({ asked }) => asked > 0);
  // A ram that keeps returning to one place is not held by friction: its own loop suffices as the band.
  const narrow = heldStretches(drive, now, Math.min(band, context.whole?.width ?? band));
  const side = standsBothWays(context, still, size) ? null : heldOneSide(context, narrow, size);
  const ice = icingOf(context, still, size, side?.level ?? null);
  const { held, iced } = nowHeld(context, ice, still, size, side?.level ?? null);
  const calm = (key: 'held_one_side' | 'icing', unit: string) =>
    (interval ?? 600) > SELDOM ? notWatched(key, unit, interval!) : found(key, 0, unit, 'good');
  return {
    seized: held ?? found('seized', movedShare(context, size), '%', 'good', {}),
    oneSide: side?.finding ?? calm('held_one_side', 'mm'),
    icing: iced ?? calm('icing', 'h'),
    past: ice !== null && iced === ice.finding ? ice : null,
    frozen: free.some((one) => one.warmest < FROST && confirmed(one) && telling(one, size, 0.5)),
  };
}

/** The findings of a ram that is seized, or that ice holds or held recently. `obstacle`: its level, mm. */
function nowHeld(
  context: DiagnosticContext,
  ice: ReturnType<typeof icingOf>,
  still: readonly Held[],
  size: number,
  obstacle: number | null,
): { held: Finding | null; iced: Finding | null } {
  const { drive, now } = context;
  const past = ice?.finding ?? null;
  const current = standsNow(context, still) ?? heldAtEnd(context, context.allowedBand ?? USUAL_BAND);
  if (!current) return { held: null, iced: past };
  const inFrost = warmestSince(drive, stoodSince(drive, current)) < FROST;
  // A ram at the obstacle is held by it.
  const isHeldBack = obstacle !== null && Math.abs(current.level - obstacle) < SAME;
  const seized = isHeldBack ? null : seizedOf(context, current, size);
  if (!inFrost) return { held: seized && orOneSide(seized, context, current, size), iced: null };
  if (seized === null) return { held: null, iced: past };
  return isIceLikelier(context, current, ice)
    ? { held: null, iced: icedNow(now, ice, current, seized) }
    : { held: orOneSide(seized, context, current, size), iced: null };
}

/** Whether ice, rather than a seized ram, explains one that stands still in frost since it came to stand. */
function isIceLikelier(context: DiagnosticContext, current: Held, ice: ReturnType<typeof icingOf>): boolean {
  if (ice?.wasFreed) return true;
  const { drive, now, allowedBand, interval, travel } = context;
  // Ice that held it elsewhere does not hold it at an end stop.
  if (isAtEnd(current.level, travel)) return false;
  const friction = allowedBand ?? USUAL_BAND;
  if (now - stoodSince(drive, current) >= ICE_DAYS * DAY) return false;
  if (current.asked + allowanceOf(context, current) > ICE_HOLDS * friction) return false;
  const isSeen = confirmed(current) || (interval ?? 600) <= SELDOM;
  return ice !== null || (isSeen && current.coldest < ICE);
}

/** The stretch that lasts. */
const lastingOf = ({ now, interval }: DiagnosticContext, still: readonly Held[]) =>
  still.find(({ to }) => now - to < 1.5 * (interval ?? 600) * 1000 + 2 * HOUR);

/** The same with what the wire asked beyond what friction can hold; null where that is nothing. */
function standsNow(context: DiagnosticContext, still: readonly Held[]): Held | null {
  const one = lastingOf(context, still);
  if (!one) return null;
  const asked = one.asked - allowanceOf(context, one);
  return asked > 0 ? { ...one, asked } : null;
}

/** Factor by which friction may have grown beyond what it held in the weeks before. */
const GROWN = 2;

/** °C for which friction can hold the ram: by its limit, or, where the gas shows for days that it stands still, by its past. */
function allowanceOf(context: DiagnosticContext, one: Held): number {
  const allowed = context.allowedBand ?? USUAL_BAND;
  if (!confirmed(one) || one.to - one.from < TELLS * DAY) return allowed;
  const own = ownHold(context, one.from);
  return own === null ? allowed : Math.min(allowed, GROWN * own - UNSURE);
}

/**
 * In how many directions the wire asked the ram to move; null where that is unknown. An obstacle holds it against one
 * only. Its own loop, and the reading within which it stands still, ask for nothing.
 */
function directionsOf(context: DiagnosticContext, current: Held, size: number): number | null {
  const ways = isAtEnd(current.level, context.travel) ? null : askedWays(context, current);
  const least = UNSURE + STILL / size + ((context.loopBefore ?? context.whole)?.width ?? 0) / 2;
  return ways && [ways.warm, ways.cold].filter((degrees) => degrees >= least).length;
}

/** Whether it has stood still for days while the wire asked both ways: then no obstacle on one side holds it. */
function standsBothWays(context: DiagnosticContext, still: readonly Held[], size: number): boolean {
  const one = lastingOf(context, still);
  const lasts = one ? one.to - stoodSince(context.drive, one) : 0;
  return one !== undefined && lasts > TELLS * DAY && directionsOf(context, one, size) === 2;
}

/** Highest confidence, before calibration, of a ram that may as well be held to one side, and that of the latter (J). */
const EITHER = 0.33;
const OR_ONE_SIDE = 0.3;
/** A seized ram, with held to one side beside it where the wire has asked it one way only. */
function orOneSide(seized: Finding, context: DiagnosticContext, current: Held, size: number): Finding {
  if ((directionsOf(context, current, size) ?? 2) > 1) return seized;
  const ways = askedWays(context, current)!;
  const tell = ways.warm > ways.cold ? 'cold_nights' : 'warm_days';
  return {
    ...seized,
    confidence: Math.min(seized.confidence ?? 1, EITHER),
    candidates: [{ cause: 'held_one_side', tell, confidence: OR_ONE_SIDE }, ...seized.candidates],
  };
}

/** Highest temperature since a moment, °C: frost does not hold what stood still before it came. */
function warmestSince({ time, temperature }: DiagnosticContext['drive'], since: number): number {
  return temperature.reduce((most, value, i) => (time[i]! >= since ? Math.max(most, value) : most), -1e9);
}

/** mm/°C of the free ram: as observed, or by its length where it has not moved for weeks. */
function sizeOf({ slope, theorySlope }: DiagnosticContext): number | null {
  return slope === null ? theorySlope : Math.abs(slope);
}

/** Travel since a moment (the last three days at most), % of what a free ram would do; at most 100. */
function movedShare({ drive, now }: DiagnosticContext, size: number, since = 0): number | null {
  let [low, high, wLow, wHigh] = [1e9, -1e9, 1e9, -1e9];
  for (let i = drive.n - 1; i >= 0 && drive.time[i]! > now - 3 * DAY && drive.time[i]! >= since; i--) {
    low = Math.min(low, drive.stroke[i]!);
    high = Math.max(high, drive.stroke[i]!);
    wLow = Math.min(wLow, drive.temperature[i]!);
    wHigh = Math.max(wHigh, drive.temperature[i]!);
  }
  // For a stretch found to be held any span will do: its sentence needs a number.
  return wHigh - wLow < (since > 0 ? 0.5 : 4)
    ? null
    : Math.min(100, (100 * (high - low)) / (size * (wHigh - wLow)));
}

/** Whether a stretch is long enough, and nothing indicates that the ram moved. */
function isProven(context: DiagnosticContext, current: Held, size: number): boolean {
  // A sound ram too stands still at an end: there the pressure confirms the reading, but no fault.
  if (confirmed(current) && !isAtEnd(current.level, context.travel)) return telling(current, size, 0.5);
  if (!telling(current, size)) return false;
  // Gas that does not follow a fixed volume means that the ram moved, unless the pressure itself is stuck.
  if (contradicted(current) && (repeated(context, current) || !pressureStuck(context, current))) return false;
  return (context.interval ?? 600) <= SELDOM || current.samples >= SELDOM_SAMPLES;
}

/** What else may hold it: at an end a wire that slipped or broke while the ram lay there leaves the same measures. */
function otherCauses({ travel }: DiagnosticContext, { level, warmest }: Held): Candidate[] {
  const wire: Candidate[] = isAtEnd(level, travel) ? [{ cause: 'broken_wire', tell: 'look_at_wire' }] : [];
  return warmest < FROST
    ? [...wire, { cause: 'icing', tell: 'warm_days' }]
    : [...wire, { cause: 'friction', tell: 'ten_degrees' }];
}

/** Highest confidence, before calibration, where only the line of the weeks before says that the ram should move. */
const BY_LINE = 0.65;
function sureOf({ travel }: DiagnosticContext, current: Held): number {
  const sure = Math.min(0.98, 0.8 + 0.02 * current.asked + (confirmed(current) ? 0.1 : 0));
  return isAtEnd(current.level, travel) ? Math.min(BY_LINE, sure) : sure;
}

/** The finding of a ram that stands still now; null where that is not proven. */
function seizedOf(context: DiagnosticContext, current: Held, size: number): Finding | null {
  if (!isProven(context, current, size)) return null;
  // Friction that had grown before may hold it as long: judged by the loop from before it stood still.
  const since = stoodSince(context.drive, current);
  const before = loopWidth(context.drive, since - 24 * DAY, since, context.plays);
  const wide =
    Math.max((before?.width ?? 0) * 1.2, REPEATS * heldBefore(context, since)) -
    allowanceOf(context, current);
  if (wide > 0 && !telling({ ...current, asked: current.asked - wide }, size, 0.5)) return null;
  const share = movedShare(context, size, current.from);
  const details = {
    asked: current.asked,
    pressure_per_degree: current.gas === null ? null : 100 * current.gas,
    confirmed: confirmed(current) ? 'by_pressure' : null,
  };
  return found('seized', share, '%', 'bad', details, {
    ...said({ ...current, from: since }, sureOf(context, current)),
    candidates: otherCauses(context, current),
  });
}

/** Days before a stretch in which what held the ram and released it was friction; factor by which it may have grown. */
const BEFORE_DAYS = 45;
const REPEATS = 1.3;

/** Largest change of the wire, °C, that did not move the ram before a time and later did; frost left out. */
function heldBefore({ drive, now, allowedBand }: DiagnosticContext, since: number): number {
  const band = allowedBand ?? USUAL_BAND;
  const past = heldStretches(drive, now, band, (now - since) / DAY + BEFORE_DAYS).filter(
    ({ to, warmest }) => to < since && warmest >= FROST,
  );
  return past.length === 0 ? 0 : band + Math.max(...past.map(({ asked }) => asked));
}

/** Whether a metric repeated one raw value throughout a stretch. */
function oneValue({ days }: DiagnosticContext, held: Held, metric: 'stroke' | 'pressure'): boolean {
  const values = new Set<number>();
  for (const { start, samples } of days)
    if (start > held.from - DAY)
      for (const value of knownOf(samplesBetween(samples, held.from, Number.POSITIVE_INFINITY)[metric]))
        values.add(value);
  return values.size <= 1;
}
const repeated = (context: DiagnosticContext, held: Held) => oneValue(context, held, 'stroke');
const pressureStuck = (context: DiagnosticContext, held: Held) => oneValue(context, held, 'pressure');
