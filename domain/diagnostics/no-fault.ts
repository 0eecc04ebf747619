/** What moves the nights and is no fault: friction, a leak that is not seen yet, weather, a ram that does not follow. */

import { DAY } from '../durations.ts';
import type { Change } from './changes.ts';
import { type DiagnosticContext, USUAL_BAND } from './context.ts';
import { playOf } from './drive.ts';
import type { FindingKey } from './finding.ts';
import { isTooFine } from './fine-steps.ts';
import { FOLLOWS, slopeSince } from './loop-width.ts';
import { onePlaceOf } from './one-place.ts';
import { isShared } from './shared-change.ts';
import { stillness } from './stillness.ts';
import { standsStill } from './stuck-runs.ts';

/** s between measures over which the loop of a ram is not seen, and shares of an allowed one that a wire must beat. */
const SELDOM = 7200;
const OF_LOOP = { step: 0.8, ramp: 0.6 } as const;

/** °C by which a loop may be wider than the one that fits best, and share of an allowed one that it may always have. */
const UNSURE_LOOP = 3;
const HARDLY_SEEN = 0.7;

/**
 * Whether a ram may stand there by the friction it is allowed, where its loop is hardly seen: after a step by no more
 * than the loop that fits.
 */
export function inLoop(
  { interval, allowedBand, slope, whole }: DiagnosticContext,
  { origin, shape, stroke }: Change,
): boolean {
  if (origin !== 'wire' || (interval ?? 600) <= SELDOM || slope === null) return false;
  const allowed = allowedBand ?? USUAL_BAND;
  const band =
    shape === 'step' && whole
      ? Math.min(allowed, Math.max(whole.width + UNSURE_LOOP, HARDLY_SEEN * allowed))
      : allowed;
  return Math.abs(stroke) < OF_LOOP[shape] * band * Math.abs(slope);
}

/** mm that the ram must have drawn in by a leak as large, to be missed. */
const MISSED = 10;

/** Whether a pressure that falls may be a leak all the same: one so small draws the ram in by less than nights are sure of. */
function mayBeLeak({ geometry }: DiagnosticContext, { gas }: Change): boolean {
  return gas < 0 && geometry !== null && (geometry.draws * -gas) / geometry.shows < MISSED;
}

const ofStroke = ({ origin }: Change) => origin === 'wire' || origin === 'stroke_sensor';

/** °C's worth that a change must come to where no twin tells weather from it. */
const ALONE_WORTH = 2.2;
/** The same of a slip where few measures tell: some weeks of two samples a night came to 4 °C. */
const SLIP_WORTH = 4.5;
/** χ² from which a ramp is more than a season may make of the line, and °C's worth from which it is whatever its χ². */
const ALONE_SURE = 100;
const ALONE_MOST = 5;

/**
 * Whether a drift of an AERO without a twin, or a step where few measures tell, is no more than some weeks of other
 * weather may make of its line.
 */
function mayBeWeather({ twin, slope, interval }: DiagnosticContext, change: Change): boolean {
  if (twin || slope === null || !ofStroke(change)) return false;
  const worth = Math.abs(change.stroke / slope);
  if (change.shape === 'ramp') return worth < ALONE_WORTH || (change.gain < ALONE_SURE && worth < ALONE_MOST);
  return (interval ?? 600) > SELDOM && worth < (change.origin === 'wire' ? SLIP_WORTH : ALONE_WORTH);
}

/** Share of a fixed volume's pressure up to which a ram follows the temperature. */
const FREE = 0.45;
/** Share from which it follows however still the gas is: in the cold every ram stands still for most of the hours. */
const SURELY = 0.75;

/** Days after which few nights are left before a slip that was measured seldom: frost may have held the ram in them. */
const LONG_AGO = 75;

/** Whether the ram has followed the temperature since a moment: one that is held stands off too, but does not. */
function follows({ drive, now, slope, plays, whole }: DiagnosticContext, since: number): boolean {
  const width = whole?.width ?? 2;
  const seen = slopeSince(drive, since, now, plays.get(width) ?? playOf(drive, width));
  if (seen !== null && seen / slope! > SURELY) return true;
  const still = stillness(drive, since, now);
  if (still !== null && still > FREE) return false;
  return seen === null ? still !== null : seen / slope! > FOLLOWS;
}

/** Nights at one place from which an obstacle may cut the ram's way, so that it has not slipped. */
const CUT = 3;

/**
 * Whether the twin did the same, so that it is the sky's. Where it is measured often a wire that slips jumps: two that
 * slip on one day are two, whatever the other does.
 */
const isOfBoth = (context: DiagnosticContext, change: Change): boolean =>
  (change.origin !== 'wire' || (context.interval ?? 600) > SELDOM) && isShared(context, change);

/** Whether what looks like a slip is a ram that does not follow, or that an obstacle or frost held. */
function isNoSlip(context: DiagnosticContext, { lasts, stands }: Change): boolean {
  if ((context.interval ?? 600) > SELDOM && lasts > LONG_AGO) return true;
  // Nights from before the slip may lie where those after it do, by the weather.
  const place = onePlaceOf(context, CUT, [context.now / DAY - stands]);
  return place !== null || !follows(context, stands * DAY);
}

/** A change that something else explains: a ram that does not follow has slipped nowhere, and friction moves nights. */
export function isNoFault(
  context: DiagnosticContext,
  change: Change,
  key: FindingKey,
  suspended: boolean,
): boolean {
  if (key === 'pressure_sensor_step' && isTooFine(context, 100 * Math.abs(change.gas))) return true;
  if (key === 'stroke_sensor_step' && standsStill(context.days, 'stroke')) return true;
  if (key === 'pressure_sensor_drift' && mayBeLeak(context, change)) return true;
  if (suspended && ofStroke(change) && change.shape === 'ramp') return true;
  if (mayBeWeather(context, change) || isOfBoth(context, change)) return true;
  if (key !== 'break') return suspended && ofStroke(change) && !follows(context, change.stands * DAY);
  return isNoSlip(context, change);
}
