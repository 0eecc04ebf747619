/** Events within hours: the wire came off or slipped, the gas burst out, a reading stepped. */

import { HOUR } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import type { DiagnosticContext } from '../context.ts';
import { isAtEnd } from '../drive/ends.ts';
import { UNSURE } from '../nights/nights.ts';
import { chancesOf, type Geometry, type Origin } from '../slow-changes/origin.ts';
import { isTakenUp } from '../slow-changes/work-done.ts';
import { AFTER, BEFORE, type Candidate, levelOf, UNSURE_GAS } from './standing-jump.ts';

export interface Jump {
  /** ms. */
  readonly at: number;
  /** mm, and ln of the pressure. */
  readonly stroke: number;
  readonly gas: number;
  /** The most likely origin, and its probability. */
  readonly origin: Origin;
  readonly chance: number;
}

/**
 * Origin of a jump that ended at an end of the travel, where only the gas is still informative. `column` in
 * mm.
 */
function originAtEnd({ stroke, gas }: Candidate, outwards: boolean, column: number): Origin {
  if (outwards) return gas < -0.3 * (Math.abs(stroke) / column) ? 'wire' : 'stroke_sensor';
  if (gas < -0.08) return 'gas';
  // A stepped reading does not compress the gas; a ram that moved in does.
  return gas > 0.5 * (Math.abs(stroke) / column) ? 'wire' : 'stroke_sensor';
}

/** A jump with its origin. */
function withOrigin(context: DiagnosticContext, found: Candidate, geometry: Geometry, slope: number): Jump {
  const { drive, travel } = context;
  const { stroke, gas } = found;
  const jump = { at: drive.time[found.i]!, stroke, gas };
  if (Number.isNaN(gas)) return { ...jump, gas: 0, origin: 'wire', chance: 0.6 };
  if (isAtEnd(levelOf(drive.stroke, drive.n - AFTER, drive.n), travel))
    return { ...jump, origin: originAtEnd(found, stroke * slope > 0, geometry.column), chance: 0.95 };
  const chances = chancesOf(stroke, gas, UNSURE, UNSURE_GAS, geometry);
  const origin = (Object.keys(chances) as Origin[]).reduce((a, b) => (chances[b] > chances[a] ? b : a));
  return { ...jump, origin, chance: chances[origin] };
}

/**
 * The largest jump of the last days that persists, with its origin; null when there is none except those made
 * by people. At an end, and without a pressure, nothing shows whether people made it.
 */
export function jumpOf(context: DiagnosticContext): Jump | null {
  const { drive, slope, geometry, travel } = context;
  if (slope === null || geometry === null || drive.n < BEFORE + AFTER) return null;
  const atEnd = isAtEnd(levelOf(drive.stroke, drive.n - AFTER, drive.n), travel);
  const isWork = ({ origin, gas, stroke }: Jump) =>
    !atEnd && origin === 'wire' && gas !== 0 && isTakenUp(stroke, slope);
  const standing = context.jumps?.standing ?? [];
  return standing.map((one) => withOrigin(context, one, geometry, slope)).find((one) => !isWork(one)) ?? null;
}

/** Hours before and after a jump in which the twin is compared, and mm by which weather never moves it. */
const TWIN_HOURS = 5;
const TWIN_MOVED = 25;

/** Whether the twin jumped too: then the cause is exchanged cables or work on site, not a wire. */
export function twinToo({ twin, drive, travel }: DiagnosticContext, { at, stroke }: Jump): boolean {
  const hours = twin?.both.flatMap((day) => day.hours) ?? [];
  if (isAtEnd(drive.stroke[drive.n - 1]!, travel)) return false;
  const level = (from: number, to: number) =>
    median(
      hours
        .filter(({ time }) => time >= at + from * HOUR && time < at + to * HOUR)
        .map((hour) => hour.stroke),
    );
  const moved = Math.abs(level(0.2, TWIN_HOURS) - level(-TWIN_HOURS, -0.2));
  return moved > Math.max(TWIN_MOVED, 0.4 * Math.abs(stroke));
}
