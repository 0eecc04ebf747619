/** A ram that stands still now, and the directions in which the wire required movement. */
import { DAY, HOUR } from '../../../durations.ts';
import { type DiagnosticContext, USUAL_BAND } from '../context.ts';
import { isAtEnd } from '../drive/ends.ts';
import { demandedDirections } from './demanded-directions.ts';
import { type HeldStretch, isConfirmedByGas, STILL, stoodSince, UNSURE } from './held-stretches.ts';
import { ownHold } from './own-hold.ts';

/**
 * Days in which the wire usually requires movement both ways, and in which the gas shows whether the ram
 * stands still.
 */
const TELLS = 2;

/** The stretch that still lasts. */
export const lastingOf = ({ now, interval }: DiagnosticContext, still: readonly HeldStretch[]) =>
  still.find(({ to }) => now - to < 1.5 * (interval ?? 600) * 1000 + 2 * HOUR);

/** That stretch with the movement required beyond what friction can hold; null where there is none. */
export function standsNow(context: DiagnosticContext, still: readonly HeldStretch[]): HeldStretch | null {
  const one = lastingOf(context, still);
  if (!one) return null;
  const asked = one.asked - allowanceOf(context, one);
  return asked > 0 ? { ...one, asked } : null;
}

/** Factor by which friction may exceed what it held in the weeks before. */
const GROWN = 2;

/**
 * °C for which friction can hold the ram: by its limit, or, where the gas has shown for days that it stands
 * still, by its past.
 */
export function allowanceOf(context: DiagnosticContext, one: HeldStretch): number {
  const allowed = context.allowedBand ?? USUAL_BAND;
  if (!isConfirmedByGas(one) || one.to - one.from < TELLS * DAY) return allowed;
  const own = ownHold(context, one.from);
  return own === null ? allowed : Math.min(allowed, GROWN * own - UNSURE);
}

/**
 * In how many directions the wire required the ram to move; null where that is unknown. An obstacle blocks
 * only one direction. Movement within its own loop, and within the scatter of the reading, does not count.
 */
export function directionsOf(context: DiagnosticContext, current: HeldStretch, size: number): number | null {
  const ways = isAtEnd(current.level, context.travel) ? null : demandedDirections(context, current);
  const least = UNSURE + STILL / size + ((context.loopBefore ?? context.whole)?.width ?? 0) / 2;
  return ways && [ways.warm, ways.cold].filter((degrees) => degrees >= least).length;
}

/**
 * Whether it has stood still for days while the wire required movement both ways, which excludes an obstacle
 * on one side.
 */
export function standsBothWays(
  context: DiagnosticContext,
  still: readonly HeldStretch[],
  size: number,
): boolean {
  const one = lastingOf(context, still);
  const lasts = one ? one.to - stoodSince(context.drive, one) : 0;
  return one !== undefined && lasts > TELLS * DAY && directionsOf(context, one, size) === 2;
}

/** Highest temperature since a moment, °C: frost cannot hold a ram that stood still before it came. */
export function warmestSince({ time, temperature }: DiagnosticContext['drive'], since: number): number {
  return temperature.reduce((most, value, i) => (time[i]! >= since ? Math.max(most, value) : most), -1e9);
}

/** mm/°C of the free ram: as observed, or by its length where it has not moved for weeks. */
export function sizeOf({ slope, theorySlope }: DiagnosticContext): number | null {
  return slope === null ? theorySlope : Math.abs(slope);
}
