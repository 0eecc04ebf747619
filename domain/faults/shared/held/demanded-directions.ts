/** The directions in which the wire required a still ram to move: an obstacle blocks only one of them. */

import { DAY } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import type { DiagnosticContext } from '../context.ts';
import { type HeldStretch, stoodSince } from './held-stretches.ts';

/** Days before it stood still that give the line of the free ram, and fewest hours of them. */
const LINE_DAYS = 14;
const LINE_HOURS = 20;
/** Hours that must require as much movement: one in eight, at most three. */
const AGREE = 3;
const ONE_IN = 8;

/** °C beyond the present place of the ram that the wire required, towards warm and towards cold. */
export interface DemandedTravel {
  readonly warm: number;
  readonly cold: number;
}

/** The movement required of a ram since it stood still; null where its earlier line is unknown. */
export function demandedDirections(
  { drive, slope }: DiagnosticContext,
  held: HeldStretch,
): DemandedTravel | null {
  if (slope === null) return null;
  const { n, time, wire, temperature, stroke } = drive;
  const since = stoodSince(drive, held);
  const offs: number[] = [];
  const [warm, cold]: [number[], number[]] = [[], []];
  for (let i = 0; i < n; i++)
    if (time[i]! < since && time[i]! > since - LINE_DAYS * DAY) offs.push(stroke[i]! - slope * wire[i]!);
  if (offs.length < LINE_HOURS) return null;
  // Temperature of the wire at which the free ram would be at this place.
  const at = (held.level - median(offs)) / slope;
  for (let i = 0; i < n; i++) {
    if (time[i]! < since || time[i]! > held.to) continue;
    // The device's temperature must agree, because the sun's heat on the wire is only an estimate.
    warm.push(Math.min(wire[i]!, temperature[i]!) - at);
    cold.push(at - Math.max(wire[i]!, temperature[i]!));
  }
  const agree = Math.min(AGREE, Math.ceil(warm.length / ONE_IN));
  const most = (list: number[]) => list.sort((a, b) => b - a)[agree - 1]!;
  return { warm: most(warm), cold: most(cold) };
}
