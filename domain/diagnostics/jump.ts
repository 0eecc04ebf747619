/** What happened within hours: the wire let go or slipped, the gas burst out, a reading stepped. */

import { DAY, HOUR } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, notEvaluable } from './finding.ts';
import { chancesOf, type Origin } from './origin.ts';

export interface Jump {
  readonly at: number;
  /** mm, and ln of the pressure. */
  readonly stroke: number;
  readonly gas: number;
  readonly origin: Origin;
  readonly chance: number;
}

/** Days in which it is looked for: a wire that broke is broken until it is mended, however long ago. */
const DAYS = 85;
/** Days that must have been heard before: a young AERO's line is not known. */
const KNOWN_DAYS = 5;
/** Share of a jump that comes from one sample to the next. */
const AT_ONCE = 0.5;
/** Samples before, and after at least. */
const BEFORE = 6;
const AFTER = 3;
/** mm, and °C's worth, of a jump that no sun makes. */
const FAR = 150;
const DEGREES = 12;
/** ln of pressure that no temperature makes. */
const BURST = 0.09;
/** mm and ln by which the levels of some hours are unsure: sun, friction. */
const UNSURE = 25;
const UNSURE_GAS = 0.012;

/** Stroke and gas of the samples with the temperature taken out: mm, and ln of the pressure. */
interface Track {
  readonly n: number;
  readonly time: Float64Array;
  readonly off: Float64Array;
  readonly gas: Float64Array;
  /** mm of a jump that no sun makes. */
  readonly limit: number;
}

/** A jump at a sample: mm, ln of the pressure (NaN where no pressure is known), and how far beyond the limits. */
interface Candidate {
  readonly i: number;
  readonly stroke: number;
  readonly gas: number;
  readonly size: number;
}

const levelOf = (of: Float64Array, from: number, to: number) =>
  median(of.subarray(Math.max(0, from), Math.min(of.length, to)));

/** The jump at a sample, when it is large enough and comes at once. */
function candidateAt({ n, time, off, gas, limit }: Track, i: number): Candidate | null {
  const step = Math.abs(off[i]! - off[i - 1]!);
  const gasSteps = Math.abs(gas[i]! - gas[i - 1]!) / BURST > 0.25;
  if (step / limit < 0.5 && !gasSteps) return null;
  if (time[i]! - time[0]! < KNOWN_DAYS * DAY) return null;
  const stroke = levelOf(off, i, i + BEFORE) - levelOf(off, i - BEFORE, i);
  const next = i + 1 < n ? off[i + 1]! : off[i]!;
  const once = Math.max(step, Math.abs(next - off[i - 1]!));
  if (once < AT_ONCE * Math.abs(stroke) && !gasSteps) return null;
  const loss = levelOf(gas, i + 1, i + 1 + BEFORE) - levelOf(gas, i - BEFORE, i);
  const size = Math.max(Math.abs(stroke) / limit, Number.isNaN(loss) ? 0 : -loss / BURST);
  return size < 1 ? null : { i, stroke, gas: loss, size };
}

/** Whether a jump has stayed: what came last stands as far off. */
function hasStayed({ n, off, gas, limit }: Track, { i, stroke, gas: loss }: Candidate): boolean {
  const staysGas = levelOf(gas, n - AFTER, n) - levelOf(gas, i - BEFORE, i);
  if (loss < -BURST && staysGas < 0.5 * loss) return true;
  const stays = levelOf(off, n - AFTER, n) - levelOf(off, i - BEFORE, i);
  return (
    Math.abs(stroke) > limit &&
    Math.sign(stays) === Math.sign(stroke) &&
    Math.abs(stays) > 0.4 * Math.abs(stroke)
  );
}

/** Whether a ram stands at an end of its travel: there it says no more than that it went there. */
const isAtEnd = (stroke: number, travel: number | null) =>
  travel !== null && (stroke < 20 || stroke > travel - 20);

/** Whose a jump is that ended at an end of the travel: only the gas still tells. */
function originAtEnd({ stroke, gas }: Candidate, outwards: boolean, column: number): Origin {
  if (outwards) return gas < -0.3 * (Math.abs(stroke) / column) ? 'wire' : 'stroke_sensor';
  return gas < -0.08 ? 'gas' : 'stroke_sensor';
}

/** The largest jump of the last days that has stayed until now; null when there is none. */
export function jumpOf(context: DiagnosticContext): Jump | null {
  const { drive, now, slope, geometry, play, travel } = context;
  if (slope === null || geometry === null || drive.n < BEFORE + AFTER) return null;
  const track: Track = {
    n: drive.n,
    time: drive.time,
    off: drive.stroke.map((stroke, i) => stroke - slope * play[i]!),
    gas: drive.gas.map((value, i) => value - 0.0005 * drive.temperature[i]!),
    limit: Math.min(FAR, DEGREES * Math.abs(slope)),
  };
  const from = drive.time.findIndex((time) => time > now - DAYS * DAY);
  let best: Candidate | null = null;
  for (let i = Math.max(BEFORE, from); i <= drive.n - AFTER; i++) {
    const found = candidateAt(track, i);
    if (found && (!best || found.size > best.size) && hasStayed(track, found)) best = found;
  }
  if (!best) return null;
  const { stroke, gas } = best;
  const jump = { at: drive.time[best.i]!, stroke, gas };
  if (Number.isNaN(gas)) return { ...jump, gas: 0, origin: 'wire', chance: 0.6 };
  if (isAtEnd(levelOf(drive.stroke, drive.n - AFTER, drive.n), travel))
    return { ...jump, origin: originAtEnd(best, stroke * slope > 0, geometry.column), chance: 0.95 };
  const chances = chancesOf(stroke, gas, UNSURE, UNSURE_GAS, geometry);
  const origin = (Object.keys(chances) as Origin[]).reduce((a, b) => (chances[b] > chances[a] ? b : a));
  return { ...jump, origin, chance: chances[origin] };
}

/** h before and after a jump in which the twin is asked, and mm of it that are no weather. */
const TWIN_HOURS = 5;
const TWIN_MOVED = 25;

/** Whether the twin jumped with it: what strikes both at once is exchanged cables or somebody at work, no wire. */
function twinToo({ input, drive, travel }: DiagnosticContext, { at, stroke }: Jump): boolean {
  const hours = input.twin?.days.flatMap((day) => day.hours) ?? [];
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

/** mm of a jump that a slip is bad from, and of a reading that steps. */
const BAD = 70;

export interface JumpFindings {
  readonly break: Finding;
  readonly burst: Finding;
  /** A step of the stroke reading alone. */
  readonly sensor: Finding | null;
}

/** Break, slip and burst within the days in which they are news. */
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
      break: found('break', jump.stroke, 'mm', Math.abs(jump.stroke) >= BAD ? 'bad' : 'watch', details, {
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
  const key = jump.origin === 'stroke_sensor' ? 'stroke_sensor_step' : 'pressure_sensor_step';
  const [value, unit] = key === 'stroke_sensor_step' ? [jump.stroke, 'mm'] : [100 * jump.gas, '%'];
  return { break: none, burst: whole, sensor: found(key, value, unit, 'watch', details, said) };
}
