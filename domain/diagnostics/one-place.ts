/** Nights in which the ram comes back to one and the same place whatever the wire asks: an obstacle cuts its way. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';

/** Days looked back on, fewer too, as what came newly cuts the way at the middle of an older one's; mm of one place. */
const DAYS = [14, 7] as const;
const PLACE = 5;
/** °C, and mm beyond the place itself, that the wire must have asked for in vain. */
const DEGREES = 2.5;
const IN_VAIN = 24;
/** mm by which the ram must have been away between two nights for the second to tell. */
const AWAY = 12;
/** mm from a mechanical end at which the end holds the ram. */
const END = 20;

export interface OnePlace {
  /** mm. */
  readonly level: number;
  /** Whether it is the upper edge of the nights' strokes. */
  readonly upper: boolean;
  /** Nights that stand there, and how many of them the ram came back for. */
  readonly nights: number;
  readonly times: number;
  /** First of those nights, ms. */
  readonly since: number;
}

/** How often the ram was away between nights that stand at a level. */
function returnsTo(level: number, at: readonly number[], { drive }: DiagnosticContext): number {
  let [times, i] = [0, 0];
  for (let k = 1; k < at.length; k++) {
    let away = 0;
    while (i < drive.n && drive.time[i]! < at[k - 1]!) i++;
    for (; i < drive.n && drive.time[i]! < at[k]!; i++)
      away = Math.max(away, Math.abs(drive.stroke[i]! - level));
    if (away > AWAY) times++;
  }
  return times;
}

/**
 * The place at an edge of the newest nights' travel where at least so many of them stand, in vain; null where none is.
 * `lookedBack`: days, each tried in turn.
 */
export function onePlaceOf(
  context: DiagnosticContext,
  least: number,
  lookedBack: readonly number[] = DAYS,
): OnePlace | null {
  const { nights, now, slope } = context;
  if (slope === null) return null;
  for (const days of lookedBack) {
    const chosen = Array.from({ length: nights.n }, (_, i) => i).filter(
      (i) => nights.day[i]! > now / DAY - days,
    );
    for (const upper of [true, false]) {
      const near = nightsAtEdge(context, chosen, upper);
      if (near.length < least || !isInVain(context, near, slope)) continue;
      const level = median(near.map((i) => nights.stroke[i]!));
      const at = near.map((i) => nights.day[i]! * DAY);
      return { level, upper, nights: near.length, times: returnsTo(level, at, context), since: at[0]! };
    }
  }
  return null;
}

/** Of some nights those that stand at one place at an edge of their travel, where that is no mechanical end. */
function nightsAtEdge({ nights, travel }: DiagnosticContext, chosen: readonly number[], upper: boolean) {
  const strokes = chosen.map((i) => nights.stroke[i]!);
  const edge = upper ? Math.max(...strokes) : Math.min(...strokes);
  if (travel !== null && (edge < END || edge > travel - END)) return [];
  return chosen.filter((i) => Math.abs(nights.stroke[i]! - edge) <= PLACE);
}

/** Whether the wire asked the ram to move in nights that stand at one place. */
function isInVain({ nights }: DiagnosticContext, near: readonly number[], slope: number): boolean {
  const asked = near.map((i) => nights.play[i]!);
  const span = Math.max(...asked) - Math.min(...asked);
  return span >= DEGREES && span * Math.abs(slope) >= IN_VAIN;
}
