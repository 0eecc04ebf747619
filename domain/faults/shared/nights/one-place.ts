/**
 * Nights in which the ram returns to the same place whatever the wire's temperature: an obstacle stops it.
 */

import { DAY } from '../../../durations.ts';
import { median, weightedLine } from '../../../physics/statistics.ts';
import type { DiagnosticContext } from '../context.ts';
import { isAtEnd } from '../drive/ends.ts';

/** Days looked back, the shorter period for new obstacles; mm within which nights are at one place. */
const DAYS = [14, 7] as const;
const PLACE = 5;
/** °C and mm of movement by the wire that the ram must have failed to follow. */
const DEGREES = 2.5;
const IN_VAIN = 24;
/** mm by which the ram must have moved away between two nights for the second to be a return. */
const AWAY = 12;

export interface OnePlace {
  /** mm. */
  readonly level: number;
  /** Whether it is at the upper edge of the nights' strokes. */
  readonly upper: boolean;
  /** Nights at that place, and how many times the ram returned to it. */
  readonly nights: number;
  readonly times: number;
  /** First of those nights, ms. */
  readonly since: number;
  /** Whether the result depends on a single night: one odd night does not prove an obstacle. */
  readonly restsOnOne: boolean;
  /** Relative change of the pressure per °C from night to night at that place; null where too little is known. */
  readonly gas: number | null;
}

/** How often the ram moved away and back between nights (`at`, ms) at a level (mm). */
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
 * The place at an edge of the newest nights' travel where at least `least` of them are although the wire
 * moved; null where there is none. `lookedBack`: days, each tried in turn.
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
      return {
        level,
        upper,
        nights: near.length,
        times: returnsTo(level, at, context),
        since: at[0]!,
        restsOnOne: near.some(
          (one) =>
            !isInVain(
              context,
              near.filter((other) => other !== one),
              slope,
            ),
        ),
        gas: gasOf(context, near),
      };
    }
  }
  return null;
}

/** The chosen nights that are at one edge of their travel; none if that edge is a mechanical end. */
function nightsAtEdge({ nights, travel }: DiagnosticContext, chosen: readonly number[], upper: boolean) {
  const strokes = chosen.map((i) => nights.stroke[i]!);
  const edge = upper ? Math.max(...strokes) : Math.min(...strokes);
  if (isAtEnd(edge, travel)) return [];
  return chosen.filter((i) => Math.abs(nights.stroke[i]! - edge) <= PLACE);
}

/** Fewest °C between nights for the gas to be informative. */
const MIN_SPAN = 2;

function gasOf({ nights }: DiagnosticContext, near: readonly number[]): number | null {
  const known = near.filter((i) => !Number.isNaN(nights.gas[i]!));
  const temperatures = known.map((i) => nights.temperature[i]!);
  if (known.length < 3 || Math.max(...temperatures) - Math.min(...temperatures) < MIN_SPAN) return null;
  const gases = known.map((i) => nights.gas[i]!);
  return weightedLine(temperatures, gases, new Float64Array(known.length).fill(1))?.b ?? null;
}

/** Whether the wire's temperature should have moved the ram between nights at one place. */
function isInVain({ nights }: DiagnosticContext, near: readonly number[], slope: number): boolean {
  const expected = near.map((i) => nights.play[i]!);
  const span = Math.max(...expected) - Math.min(...expected);
  return span >= DEGREES && span * Math.abs(slope) >= IN_VAIN;
}
