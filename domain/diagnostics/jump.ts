/** What happened within hours: the wire let go or slipped, the gas burst out, a reading stepped. */
import { median } from '../physics/statistics.ts';
import { chancesOf, type Origin } from './changes.ts';
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, notEvaluable } from './finding.ts';
import { DAY, HOUR } from './points.ts';

export interface Jump {
  readonly at: number;
  /** mm, and ln of the pressure. */
  readonly stroke: number;
  readonly gas: number;
  readonly origin: Origin;
  readonly chance: number;
}

/** Days in which it is looked for; later the nights tell. */
const DAYS = 40;
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

/** The largest jump of the last days that has stayed until now; null when there is none. */
export function jumpOf({ drive, now, slope, geometry, play, travel }: DiagnosticContext): Jump | null {
  if (slope === null || geometry === null) return null;
  const limit = Math.min(FAR, DEGREES * Math.abs(slope));
  const from = Math.max(
    BEFORE,
    drive.time.findIndex((time) => time > now - DAYS * DAY),
  );
  if (drive.n < BEFORE + AFTER) return null;
  const off = drive.stroke.map((stroke, i) => stroke - slope * play[i]!);
  const gas = drive.gas.map((value, i) => value - 0.0005 * drive.temperature[i]!);
  const level = (of: Float64Array, a: number, b: number) =>
    median(of.subarray(Math.max(0, a), Math.min(drive.n, b)));
  let best: { i: number; s: number; g: number; size: number } | null = null;
  for (let i = from; i <= drive.n - AFTER; i++) {
    const step = Math.abs(off[i]! - off[i - 1]!) / limit;
    const gasStep = Math.abs(gas[i]! - gas[i - 1]!) / BURST;
    if (step < 0.5 && !(gasStep > 0.25)) continue;
    if (drive.time[i]! - drive.time[0]! < KNOWN_DAYS * DAY) continue;
    const s = level(off, i, i + BEFORE) - level(off, i - BEFORE, i);
    const once = Math.max(Math.abs(off[i]! - off[i - 1]!), Math.abs((off[i + 1] ?? off[i]!) - off[i - 1]!));
    if (once < AT_ONCE * Math.abs(s) && !(gasStep > 0.25)) continue;
    const g = level(gas, i + 1, i + 1 + BEFORE) - level(gas, i - BEFORE, i);
    const size = Math.max(Math.abs(s) / limit, Number.isNaN(g) ? 0 : -g / BURST);
    if (size < 1 || (best && size <= best.size)) continue;
    // It has stayed: what came last stands as far off.
    const stays = level(off, drive.n - AFTER, drive.n) - level(off, i - BEFORE, i);
    const staysGas = level(gas, drive.n - AFTER, drive.n) - level(gas, i - BEFORE, i);
    const fell = !Number.isNaN(g) && g < -BURST && staysGas < 0.5 * g;
    if (
      !fell &&
      !(Math.abs(s) > limit && Math.sign(stays) === Math.sign(s) && Math.abs(stays) > 0.4 * Math.abs(s))
    )
      continue;
    best = { i, s, g, size };
  }
  if (!best) return null;
  const { i, s, g } = best;
  const at = drive.time[i]!;
  if (Number.isNaN(g)) return { at, stroke: s, gas: 0, origin: 'wire', chance: 0.6 };
  // At an end of its travel the ram says no more than that it went there.
  const newest = level(drive.stroke, drive.n - AFTER, drive.n);
  const atEnd = travel !== null && (newest < 20 || newest > travel - 20);
  const outwards = s * slope > 0;
  if (atEnd) {
    const origin: Origin = outwards
      ? g < -0.3 * (Math.abs(s) / geometry.column)
        ? 'wire'
        : 'stroke_sensor'
      : g < -0.08
        ? 'gas'
        : 'stroke_sensor';
    return { at, stroke: s, gas: g, origin, chance: 0.95 };
  }
  const chances = chancesOf(s, g, UNSURE, UNSURE_GAS, geometry);
  const origin = (Object.keys(chances) as Origin[]).reduce((a, b) => (chances[b] > chances[a] ? b : a));
  return { at, stroke: s, gas: g, origin, chance: chances[origin] };
}

/** h before and after a jump in which the twin is asked, and mm of it that are no weather. */
const TWIN_HOURS = 5;
const TWIN_MOVED = 25;

/** Whether the twin jumped with it: what strikes both at once is exchanged cables or somebody at work, no wire. */
function twinToo({ input, drive, travel }: DiagnosticContext, { at, stroke }: Jump): boolean {
  const hours = input.twin?.days.flatMap((day) => day.hours) ?? [];
  const newest = drive.stroke[drive.n - 1]!;
  if (travel !== null && (newest < 20 || newest > travel - 20)) return false;
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
