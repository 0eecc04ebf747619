/**
 * Changes of the nightly values that are not the fault they look like: friction, weather, a small leak, a
 * held ram.
 */

import { DAY } from '../../../durations.ts';
import { type DiagnosticVerdict, isReported, type NotEvaluable } from '../../finding.ts';
import type { FindingKey } from '../../list.ts';
import { SELDOM } from '../../row.ts';
import { type DiagnosticContext, USUAL_BAND } from '../context.ts';
import { standsStill } from '../days/stuck-runs.ts';
import { playOf } from '../drive/drive.ts';
import { isAtEnd } from '../drive/ends.ts';
import { FOLLOWS, slopeSince } from '../drive/loop-width.ts';
import { stillness } from '../drive/stillness.ts';
import { onePlaceOf } from '../nights/one-place.ts';
import type { Change } from './changes.ts';
import { isOfResolution, isTooFine } from './fine-steps.ts';
import { isShared } from './shared-change.ts';
import { LARGE, SEEN_BEFORE, SLIP_BAD } from './verdict-of-change.ts';

/** Share of the allowed loop that a change must exceed where measures are too far apart to show the loop. */
const OF_LOOP = { step: 0.8, ramp: 0.6 } as const;
const isSeldom = ({ interval }: DiagnosticContext) => (interval ?? 600) > SELDOM;

/**
 * °C by which the loop may be wider than the best fit, and share of the allowed loop that it may always
 * reach.
 */
const UNSURE_LOOP = 3;
const HARDLY_SEEN = 0.7;

/**
 * °C times the slope by which sun and current in the measured hours may shift a season, where no twin shows
 * it.
 */
const SEASON = 6;

/**
 * Whether allowed friction alone may explain a change of the wire, at log times that hardly show the loop, or
 * the season a drift of an AERO without a twin. A step must lie within the fitted loop.
 */
export function inLoop(
  { interval, allowedBand, slope, whole, twin }: DiagnosticContext,
  { origin, shape, stroke }: Change,
): boolean {
  if (origin !== 'wire' || (interval ?? 600) <= SELDOM || slope === null) return false;
  if (!twin && shape === 'ramp' && Math.abs(stroke / slope) < SEASON) return true;
  const allowed = allowedBand ?? USUAL_BAND;
  const band =
    shape === 'step' && whole
      ? Math.min(allowed, Math.max(whole.width + UNSURE_LOOP, HARDLY_SEEN * allowed))
      : allowed;
  return Math.abs(stroke) < OF_LOOP[shape] * band * Math.abs(slope);
}

/**
 * Share of the allowed loop by which friction within its limit may shift the nightly values: from 2 to 5 % of
 * the tension, half a loop.
 */
const SHIFTS = 0.3;
/** Misfit up to which a loop of half the allowed width fits as well as the best. */
const FITS = 1.03;

/**
 * Whether friction that begins to grow may explain a drift: while the temperature hardly reverses, a wide
 * loop fits as well as a narrow one, and a ram that lags behind the season drifts.
 */
function mayBeLag(
  { loop, allowedBand, slope }: DiagnosticContext,
  { origin, shape, stroke }: Change,
): boolean {
  if (origin !== 'wire' || shape !== 'ramp' || slope === null) return false;
  const allowed = allowedBand ?? USUAL_BAND;
  const isWide = loop === null || loop.worse.some(({ width, by }) => width >= allowed / 2 && by < FITS);
  return isWide && Math.abs(stroke) < SHIFTS * allowed * Math.abs(slope);
}

/** mm by which a leak must have drawn the ram in to be noticed. */
const MISSED = 10;

/**
 * Whether a falling pressure may still be a leak: a small one moves the ram by less than the nightly values
 * can show.
 */
function mayBeLeak({ geometry }: DiagnosticContext, { gas }: Change): boolean {
  return gas < 0 && geometry !== null && (geometry.draws * -gas) / geometry.shows < MISSED;
}

/** Whether a drift of the pressure sensor may be a leak, or a single step of its resolution. */
const isNoDrift = (context: DiagnosticContext, change: Change): boolean =>
  mayBeLeak(context, change) || isOfResolution(context, 100 * Math.abs(change.gas));

const ofStroke = ({ origin }: Change) => origin === 'wire' || origin === 'stroke_sensor';

/** °C times the slope that a change must reach where no twin distinguishes it from weather. */
const ALONE_WORTH = 2.2;
/** The same for a slip at long log times: with two samples a night, weather caused 4 °C within weeks. */
const SLIP_WORTH = 4.5;
/**
 * χ² from which a ramp is more than the season can cause, and °C times the slope from which it is so whatever
 * the χ².
 */
const ALONE_SURE = 100;
const ALONE_MOST = 5;

/** Whether weather may explain a drift of an AERO without a twin, or a step at long log times. */
function mayBeWeather({ twin, slope, interval }: DiagnosticContext, change: Change): boolean {
  if (twin || slope === null || !ofStroke(change)) return false;
  const worth = Math.abs(change.stroke / slope);
  if (change.shape === 'ramp') return worth < ALONE_WORTH || (change.gain < ALONE_SURE && worth < ALONE_MOST);
  return (interval ?? 600) > SELDOM && worth < (change.origin === 'wire' ? SLIP_WORTH : ALONE_WORTH);
}

/**
 * Largest step of a temperature sensor, °C, that is no fault: stroke and gas show it as a step of the stroke.
 */
const SENSOR_MOVES = 1.2;

/**
 * Whether a step of the stroke reading may be a small step of the temperature, which only a twin would show.
 */
const mayBeWarmer = ({ twin, slope }: DiagnosticContext, { stroke }: Change): boolean =>
  !twin && slope !== null && Math.abs(stroke / slope) < SENSOR_MOVES;

/** Stillness (see stillness.ts) up to which a ram follows the temperature. */
const FREE = 0.45;
/**
 * Share of its slope from which it follows in any case: in the cold every ram stands still most of the time.
 */
const SURELY = 0.75;

/**
 * Age of a slip, days, beyond which too few nights precede it at long log times: frost may have held the ram.
 */
const LONG_AGO = 75;

/**
 * Whether the ram has followed the temperature since a moment, ms. A held ram is off its line too, but does
 * not follow.
 */
function follows({ drive, now, slope, plays, whole }: DiagnosticContext, since: number): boolean {
  const width = whole?.width ?? 2;
  const seen = slopeSince(drive, since, now, plays.get(width) ?? playOf(drive, width));
  if (seen !== null && seen / slope! > SURELY) return true;
  const still = stillness(drive, since, now);
  if (still !== null && still > FREE) return false;
  return seen === null ? still !== null : seen / slope! > FOLLOWS;
}

/**
 * Nights at one place from which an obstacle, not a slip, may explain the change; mm within which a night is
 * at that place.
 */
const CUT = 3;
const THERE = 5;

/**
 * Whether the twin changed in the same way, so that weather explains it. At short log times a slip is seen as
 * a jump: two wires that slip on one day are two slips, whatever the other does. At long log times bad or
 * large changes are named more readily.
 */
function isOfBoth(context: DiagnosticContext, change: Change, verdict: DiagnosticVerdict): boolean {
  if (change.origin !== 'wire') return isShared(context, change);
  const isLarge = change.shape === 'step' && Math.abs(change.stroke) >= LARGE.stroke;
  return isSeldom(context) && isShared(context, change, isLarge || verdict === 'bad');
}

/** Whether an apparent slip is a ram that an obstacle or frost held, or that does not follow. */
function isNoSlip(context: DiagnosticContext, { lasts, stands }: Change): boolean {
  if ((context.interval ?? 600) > SELDOM && lasts > LONG_AGO) return true;
  // Only nights since the slip: weather may have brought earlier ones to the same place.
  const place = onePlaceOf(context, CUT, [context.now / DAY - stands]);
  return place !== null || !follows(context, stands * DAY);
}

/**
 * Share of a step that a later night must show and no earlier one may; share of the nights that may be
 * exceptions, and number that always may: trains, a sensor that stuck, one odd night of few.
 */
const SHOWN = 0.4;
const STRAY = 0.15;
const CONTRARY = 2;
/** Days around a step whose nights may show both states. */
const MIXED = 0.9;

const areContrary = (odd: number, of: number) => odd >= CONTRARY && odd > STRAY * of;

/**
 * Whether the ram returned to its place before a step on some later nights, or was already at the new place
 * before it: no wire and no sensor moves to and fro. A wire heated by current does, and at long log times so
 * do nights measured at another hour. Nights at an end or an obstacle are left out, because there a ram shows
 * only a part of the step.
 */
function comesAndGoes(context: DiagnosticContext, { stroke, since, stands }: Change): boolean {
  const { baseline, nights, travel, now } = context;
  const place = onePlaceOf(context, CUT, [now / DAY - stands]);
  const isFree = (i: number) => {
    const at = nights.stroke[i]!;
    return !isAtEnd(at, travel) && (place === null || Math.abs(at - place.level) > THERE);
  };
  const shown = baseline!.residuals.map((residual) => residual / stroke);
  const after = shown.filter((_, i) => nights.day[i]! > stands + MIXED && isFree(i));
  const before = shown.filter((_, i) => nights.day[i]! < since - MIXED);
  const lack = after.filter((share) => share < SHOWN).length;
  const early = before.filter((share) => share > 1 - SHOWN).length;
  return areContrary(lack, after.length) || areContrary(early, before.length);
}

/**
 * °C times the slope below which a step of the stroke needs some days after it and nights before it, unless
 * it is large in mm: current heats a wire by 6 °C for two days, and the first week of a record may have been
 * a warm one.
 */
const AT_ONCE = 8;
const SOME_DAYS = 5;
function isTooNew({ slope, nights }: DiagnosticContext, { stroke, origin, lasts, since }: Change): boolean {
  const size = Math.abs(stroke);
  if (slope === null || size / Math.abs(slope) > AT_ONCE) return false;
  // A bad slip waits only for the general conditions of a step: frost may come before the fifth day.
  if (origin === 'wire' && size >= SLIP_BAD) return false;
  if (lasts < SOME_DAYS) return true;
  return size < LARGE.stroke && (nights.day[SEEN_BEFORE - 1] ?? Number.POSITIVE_INFINITY) > since;
}

/** Days by which the last diagnosis may have dated the same step differently. */
const REDATED = 3;

/** Whether the last diagnosis reported this step, so that a few odd nights do not withdraw it. */
const wasReported = ({ input }: DiagnosticContext, { since }: Change, key: FindingKey) =>
  (input.reported ?? []).some(
    (one) =>
      one.key === key && isReported(one) && one.since !== null && Math.abs(one.since / DAY - since) < REDATED,
  );

/** Why a change is not named: it is no fault, or data is missing. */
type Unnamed = 'no_fault' | NotEvaluable;

/** Why the nights do not confirm a step of the stroke; null if they do. */
function whyPassing(context: DiagnosticContext, change: Change, key: FindingKey): Unnamed | null {
  if (!ofStroke(change) || change.shape !== 'step') return null;
  if (isTooNew(context, change)) return 'too_few_days';
  return !wasReported(context, change, key) && comesAndGoes(context, change) ? 'no_fault' : null;
}

/** Why a drift or step of one sensor alone is not named; null if nothing contradicts it. */
function whyNoSensor(context: DiagnosticContext, change: Change, key: FindingKey): Unnamed | null {
  if (key === 'pressure_sensor_step' && isTooFine(context, 100 * Math.abs(change.gas))) return 'no_fault';
  if (key === 'stroke_sensor_step' && standsStill(context.days, 'stroke')) return 'no_fault';
  if (key === 'stroke_sensor_step' && mayBeWarmer(context, change)) return 'no_twin';
  return key === 'pressure_sensor_drift' && isNoDrift(context, change) ? 'no_fault' : null;
}

/** A change with the finding that it would make. */
interface Named {
  readonly key: FindingKey;
  readonly verdict: DiagnosticVerdict;
}

/**
 * Why a change is not named: `no_fault` where something other than a fault of its origin explains it, else
 * which data is missing; null if it is to be named. `suspended`: friction grows.
 */
export function whyUnnamed(
  context: DiagnosticContext,
  change: Change,
  { key, verdict }: Named,
  suspended: boolean,
): Unnamed | null {
  const ofSensor = whyNoSensor(context, change, key);
  if (ofSensor !== null) return ofSensor;
  if (suspended && ofStroke(change) && change.shape === 'ramp') return 'no_fault';
  if (mayBeLag(context, change)) return 'too_few_days';
  if (mayBeWeather(context, change)) return 'no_fault';
  if (isOfBoth(context, change, verdict))
    return isSeldom(context) && ofStroke(change) ? 'log_time' : 'no_fault';
  const passing = whyPassing(context, change, key);
  if (passing !== null) return passing;
  const isHeld =
    key === 'break'
      ? isNoSlip(context, change)
      : suspended && ofStroke(change) && !follows(context, change.stands * DAY);
  return isHeld ? 'no_fault' : null;
}
