/** Finds a ram that stands still although the wire should move it: seized, iced, or held to one side. */
import { DAY } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { heldOneSide, SAME } from '../held-one-side/method.ts';
import { icedNow, icingOf } from '../icing/method.ts';
import { SELDOM } from '../row.ts';
import { seized } from '../seized/fault.ts';
import { heldAtEnd } from '../seized/held-at-end.ts';
import { movedShare, orOneSide, seizedOf } from '../seized/method.ts';
import { type DiagnosticContext, USUAL_BAND } from '../shared/context.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import {
  FROST,
  type HeldStretch,
  heldStretches,
  ICE,
  isConfirmedByGas,
  MIN_MEASURES,
  stoodSince,
  telling,
} from '../shared/held/held-stretches.ts';
import { allowanceOf, sizeOf, standsBothWays, standsNow, warmestSince } from '../shared/held/stands-now.ts';
import type { PastIce } from '../steps/past-ice.ts';

/** Days in frost from which a held ram is called seized rather than iced. */
const ICE_DAYS = seized.thresholds.frost.value;
/**
 * Factor on the highest friction allowed, up to which ice is the likelier cause: 20 % of the tension at 5 %
 * (J).
 */
const ICE_HOLDS = 4;

export interface StillnessFindings {
  readonly seized: Finding;
  readonly oneSide: Finding;
  readonly icing: Finding;
  /** Ice of the last days, and its end. */
  readonly past: PastIce | null;
  /** Frost has held the ram recently, even slightly: its position then says nothing about the wire. */
  readonly frozen: boolean;
}

/** Seized (% of the expected travel), held to one side (mm) and icing (h), by the stretches without movement. */
export function detectStillness(context: DiagnosticContext): StillnessFindings {
  const none = (reason: Parameters<typeof notEvaluable>[2]): StillnessFindings => ({
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
  // A ram that keeps returning to one place is not held by friction: its own loop is then wide enough as the
  // band.
  const narrow = heldStretches(drive, now, Math.min(band, context.whole?.width ?? band));
  const side = standsBothWays(context, still, size) ? null : heldOneSide(context, narrow, size);
  const ice = icingOf(context, still, size, side?.level ?? null);
  const { held, iced } = nowHeld(context, ice, still, size, side?.level ?? null);
  const calm = (key: 'held_one_side' | 'icing', unit: string) =>
    (interval ?? 600) > SELDOM ? notWatched(key, unit, interval!) : makeFinding(key, 0, unit, 'good');
  return {
    seized: held ?? makeFinding('seized', movedShare(context, size), '%', 'good', {}),
    oneSide: side?.finding ?? calm('held_one_side', 'mm'),
    icing: iced ?? calm('icing', 'h'),
    past: ice !== null && iced === ice.finding ? ice : null,
    frozen: free.some((one) => one.warmest < FROST && isConfirmedByGas(one) && telling(one, size, 0.5)),
  };
}

/** The findings of a ram that is seized, or held by ice now or recently. `obstacle`: its level, mm. */
function nowHeld(
  context: DiagnosticContext,
  ice: ReturnType<typeof icingOf>,
  still: readonly HeldStretch[],
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
  const stuck = isHeldBack ? null : seizedOf(context, current, size);
  if (!inFrost) return { held: stuck && orOneSide(stuck, context, current, size), iced: null };
  if (stuck === null) return { held: null, iced: past };
  return isIceLikelier(context, current, ice)
    ? { held: null, iced: icedNow(now, ice, current, stuck) }
    : { held: orOneSide(stuck, context, current, size), iced: null };
}

/** Whether ice, rather than a seized ram, explains a ram that has stood still in frost since it stopped. */
function isIceLikelier(
  context: DiagnosticContext,
  current: HeldStretch,
  ice: ReturnType<typeof icingOf>,
): boolean {
  if (ice?.wasFreed) return true;
  const { drive, now, allowedBand, interval, travel } = context;
  // Ice that held it elsewhere does not hold it at an end stop.
  if (isAtEnd(current.level, travel)) return false;
  const friction = allowedBand ?? USUAL_BAND;
  if (now - stoodSince(drive, current) >= ICE_DAYS * DAY) return false;
  if (current.asked + allowanceOf(context, current) > ICE_HOLDS * friction) return false;
  const isSeen = isConfirmedByGas(current) || (interval ?? 600) <= SELDOM;
  return ice !== null || (isSeen && current.coldest < ICE);
}
