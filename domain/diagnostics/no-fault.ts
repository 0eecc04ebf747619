/** Changes of the nights that are no fault of the kind named: friction, weather, a small leak, a ram that is held. */

import { DAY } from '../durations.ts';
import type { Change } from './changes.ts';
import { type DiagnosticContext, USUAL_BAND } from './context.ts';
import { playOf } from './drive.ts';
import type { FindingKey } from './finding.ts';
import { isOfResolution, isTooFine } from './fine-steps.ts';
import { FOLLOWS, slopeSince } from './loop-width.ts';
import { onePlaceOf } from './one-place.ts';
import { isShared } from './shared-change.ts';
import { stillness } from './stillness.ts';
import { standsStill } from './stuck-runs.ts';

/** s between measures beyond which a loop cannot be seen; share of the allowed loop that a change must then exceed. */
const SELDOM = 7200;
const OF_LOOP = { step: 0.8, ramp: 0.6 } as const;

/** °C by which the loop may be wider than the best fit, and share of the allowed one that it may always reach. */
const UNSURE_LOOP = 3;
const HARDLY_SEEN = 0.7;

/** °C over the slope that sun and current of the hours measured made of a season where no twin shows it. */
const SEASON = 6;

/**
 * Whether allowed friction alone may explain a change of the wire, at log times that hardly show the loop, or the season
 * a drift of an AERO without a twin. A step must lie within the loop that fits.
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

/** Share of the allowed loop by which friction within its limit may shift the nights: from 2 to 5 % of the tension, half a loop. */
const SHIFTS = 0.3;
/** Misfit up to which a loop of half the allowed width fits as well as the best. */
const FITS = 1.03;

/**
 * Whether friction that begins to grow may explain a drift: while the days hardly turn back, a wide loop fits as well
 * as a narrow one, and a ram that lags behind the season drifts.
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

/** Whether a falling pressure may still be a leak: a small one moves the ram by less than the nights can show. */
function mayBeLeak({ geometry }: DiagnosticContext, { gas }: Change): boolean {
  return gas < 0 && geometry !== null && (geometry.draws * -gas) / geometry.shows < MISSED;
}

/** Whether a drift of the pressure sensor may be a leak, or one step of its resolution. */
const isNoDrift = (context: DiagnosticContext, change: Change): boolean =>
  mayBeLeak(context, change) || isOfResolution(context, 100 * Math.abs(change.gas));

const ofStroke = ({ origin }: Change) => origin === 'wire' || origin === 'stroke_sensor';

/** °C over the slope that a change must reach where there is no twin to tell it from weather. */
const ALONE_WORTH = 2.2;
/** The same for a slip at long log times: with two samples a night, weather made 4 °C within weeks. */
const SLIP_WORTH = 4.5;
/** χ² from which a ramp is more than the season can cause, and °C over the slope from which it is whatever the χ². */
const ALONE_SURE = 100;
const ALONE_MOST = 5;

/**
 * Whether different weather may explain a drift of an AERO without a twin, or a step at long log times.
 */
function mayBeWeather({ twin, slope, interval }: DiagnosticContext, change: Change): boolean {
  if (twin || slope === null || !ofStroke(change)) return false;
  const worth = Math.abs(change.stroke / slope);
  if (change.shape === 'ramp') return worth < ALONE_WORTH || (change.gain < ALONE_SURE && worth < ALONE_MOST);
  return (interval ?? 600) > SELDOM && worth < (change.origin === 'wire' ? SLIP_WORTH : ALONE_WORTH);
}

/** Step of a temperature sensor, °C, up to which it is no fault: stroke and gas show it as a step of the stroke. */
const SENSOR_MOVES = 1.2;

/** Whether a step of the stroke reading may be a small one of the temperature (only a twin would tell), or stands still. */
const isNoStep = ({ twin, slope, days }: DiagnosticContext, { stroke }: Change): boolean =>
  (!twin && slope !== null && Math.abs(stroke / slope) < SENSOR_MOVES) || standsStill(days, 'stroke');

/** Stillness (see stillness.ts) up to which a ram follows the temperature. */
const FREE = 0.45;
/** Share of its slope from which it does in any case: in the cold every ram stands still most of the time. */
const SURELY = 0.75;

/** Age of a slip, days, beyond which too few nights precede it at long log times: frost may have held the ram. */
const LONG_AGO = 75;

/** Whether the ram has followed the temperature since a moment, ms: a held ram is off its line too, but does not. */
function follows({ drive, now, slope, plays, whole }: DiagnosticContext, since: number): boolean {
  const width = whole?.width ?? 2;
  const seen = slopeSince(drive, since, now, plays.get(width) ?? playOf(drive, width));
  if (seen !== null && seen / slope! > SURELY) return true;
  const still = stillness(drive, since, now);
  if (still !== null && still > FREE) return false;
  return seen === null ? still !== null : seen / slope! > FOLLOWS;
}

/** Nights at one place from which an obstacle, not a slip, may explain the change. */
const CUT = 3;

/**
 * Whether the twin did the same, so that weather explains it. At short log times a slip is seen as a jump: two wires
 * that slip on one day are two slips, whatever the other does.
 */
const isOfBoth = (context: DiagnosticContext, change: Change): boolean =>
  (change.origin !== 'wire' || (context.interval ?? 600) > SELDOM) && isShared(context, change);

/** Whether what looks like a slip is a ram that an obstacle or frost held, or that does not follow. */
function isNoSlip(context: DiagnosticContext, { lasts, stands }: Change): boolean {
  if ((context.interval ?? 600) > SELDOM && lasts > LONG_AGO) return true;
  // Only nights since the slip: by the weather, earlier ones may lie at the same place.
  const place = onePlaceOf(context, CUT, [context.now / DAY - stands]);
  return place !== null || !follows(context, stands * DAY);
}

/** Share of a step that a night since must show and none before may, and share of the nights that may: trains, a sensor that stuck. */
const SHOWN = 0.4;
const STRAY = 0.15;
/** Days about a step whose nights may show both states. */
const MIXED = 0.9;

/**
 * Whether the ram was back where it stood before a step on some of the nights since, or there already before it: no wire
 * and no sensor moves to and fro. A wire that current heats does, and at long log times nights whose only measures are of
 * another hour.
 */
function comesAndGoes({ baseline, nights }: DiagnosticContext, { stroke, since, stands }: Change): boolean {
  const shown = baseline!.residuals.map((residual) => residual / stroke);
  const after = shown.filter((_, i) => nights.day[i]! > stands + MIXED);
  const before = shown.filter((_, i) => nights.day[i]! < since - MIXED);
  const lack = after.filter((share) => share < SHOWN).length;
  const early = before.filter((share) => share > 1 - SHOWN).length;
  return lack > STRAY * after.length || early > STRAY * before.length;
}

/**
 * °C over the slope below which a step of the stroke needs some days since it and nights before it, however many mm it
 * is: current heats a wire by 6 for two days, and the first week of a record may have been a warm one.
 */
const AT_ONCE = 8;
const SOME_DAYS = 5;
const SEEN_BEFORE = 14;
function isTooNew({ slope, nights }: DiagnosticContext, { stroke, lasts, since }: Change): boolean {
  if (slope === null || Math.abs(stroke / slope) > AT_ONCE) return false;
  return lasts < SOME_DAYS || nights.day[SEEN_BEFORE - 1]! > since;
}

const isPassing = (context: DiagnosticContext, change: Change): boolean =>
  ofStroke(change) && change.shape === 'step' && (isTooNew(context, change) || comesAndGoes(context, change));

/** Whether a change has another explanation than a fault of its origin. `suspended`: friction grows. */
export function isNoFault(
  context: DiagnosticContext,
  change: Change,
  key: FindingKey,
  suspended: boolean,
): boolean {
  if (key === 'pressure_sensor_step' && isTooFine(context, 100 * Math.abs(change.gas))) return true;
  if (key === 'stroke_sensor_step' && isNoStep(context, change)) return true;
  if (key === 'pressure_sensor_drift' && isNoDrift(context, change)) return true;
  if (suspended && ofStroke(change) && change.shape === 'ramp') return true;
  if (mayBeLag(context, change) || mayBeWeather(context, change) || isOfBoth(context, change)) return true;
  if (isPassing(context, change)) return true;
  if (key !== 'break') return suspended && ofStroke(change) && !follows(context, change.stands * DAY);
  return isNoSlip(context, change);
}
