/** Events within hours: the wire came off or slipped, the gas burst out, a reading stepped. */

import { HOUR } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import { type Finding, found, notEvaluable } from '../../finding.ts';
import type { DiagnosticContext } from '../context.ts';
import { standsStill } from '../days/stuck-runs.ts';
import { isAtEnd } from '../drive/ends.ts';
import { UNSURE } from '../nights/nights.ts';
import { chancesOf, type Geometry, type Origin } from '../slow-changes/origin.ts';
import { SLIP_BAD } from '../slow-changes/verdict-of-change.ts';
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

/** Origin of a jump that ended at an end of the travel, where only the gas still tells. `column` in mm. */
function originAtEnd({ stroke, gas }: Candidate, outwards: boolean, column: number): Origin {
  if (outwards) return gas < -0.3 * (Math.abs(stroke) / column) ? 'wire' : 'stroke_sensor';
  if (gas < -0.08) return 'gas';
  // A reading that stepped does not compress the gas; a ram that moved in does.
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
 * The largest jump of the last days that persists, with its origin; null when there is none but what people made. At an
 * end, and without a pressure, nothing shows that they did.
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

/** h before and after a jump in which the twin is compared, and mm by which no weather moves it. */
const TWIN_HOURS = 5;
const TWIN_MOVED = 25;

/** Whether the twin jumped too: then it is exchanged cables or work on site, not a wire. */
function twinToo({ twin, drive, travel }: DiagnosticContext, { at, stroke }: Jump): boolean {
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

export interface JumpFindings {
  readonly break: Finding;
  readonly burst: Finding;
  /** A step of the stroke reading alone. */
  readonly sensor: Finding | null;
}

/** Break or slip (mm), burst (% of the gas left) and step of a sensor that persist, with origin and confidence. */
export function jumpFindings(context: DiagnosticContext): JumpFindings {
  const { drive } = context;
  if (drive.n < BEFORE + AFTER) {
    const reason = drive.n === 0 ? 'no_data' : 'too_few_points';
    return {
      break: notEvaluable('break', 'mm', reason),
      burst: notEvaluable('burst', '%', reason),
      sensor: null,
    };
  }
  const jump = jumpOf(context);
  const none = found('break', 0, 'mm', 'good');
  const whole = found('burst', 100, '%', 'good');
  if (!jump || jump.chance < 0.6 || twinToo(context, jump))
    return { break: none, burst: whole, sensor: null };
  const said = { since: jump.at, confidence: Math.min(0.97, 0.6 + 0.4 * jump.chance) };
  const details = { at: jump.at, stroke: jump.stroke, gas: 100 * jump.gas };
  if (jump.origin === 'wire')
    return {
      break: found('break', jump.stroke, 'mm', Math.abs(jump.stroke) >= SLIP_BAD ? 'bad' : 'watch', details, {
        ...said,
        ruled_out: jump.gas === 0 ? [] : [{ cause: 'stroke_sensor_step', by: 'gas_follows' }],
      }),
      burst: whole,
      sensor: null,
    };
  if (jump.origin === 'gas')
    return {
      break: none,
      burst: found('burst', 100 * Math.exp(jump.gas), '%', 'bad', details, {
        ...said,
        ruled_out: [{ cause: 'broken_wire', by: 'gas_falls' }],
      }),
      sensor: null,
    };
  if (jump.origin === 'stroke_sensor' && standsStill(context.days, 'stroke'))
    return { break: none, burst: whole, sensor: null };
  const key = jump.origin === 'stroke_sensor' ? 'stroke_sensor_step' : 'pressure_sensor_step';
  const [value, unit] = key === 'stroke_sensor_step' ? [jump.stroke, 'mm'] : [100 * jump.gas, '%'];
  return { break: none, burst: whole, sensor: found(key, value, unit, 'watch', details, said) };
}
