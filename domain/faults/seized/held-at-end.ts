/** A ram that is at an end stop and does not leave it when the wire temperature requires it. */

import { DAY } from '../../durations.ts';
import { KELVIN } from '../../physics/gas.ts';
import { median, robustDeviation, weightedLine } from '../../physics/statistics.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { believedSlope } from '../shared/drive/believed-slope.ts';
import type { Drive } from '../shared/drive/drive.ts';
import { END, isAtEnd } from '../shared/drive/ends.ts';
import { loopWidth } from '../shared/drive/loop-width.ts';
import { type HeldStretch, isAtRest, MIN_MEASURES, UNSURE } from '../shared/held/held-stretches.ts';

/** Days before it reached the stop from which its line is fitted, and fewest hours of them. */
const LINE_DAYS = 45;
const LINE_HOURS = 20;
/** Relative uncertainty of the slope: length, gas, settling wire. */
const SLOPE_UNSURE = 0.08;
/** Standard errors of the line that are subtracted. */
const SURE = 2;
/** Relative loss of gas from which the loss itself explains that the ram is there. */
const LOST = 0.03;

const isUpper = (level: number) => level > END;

/** Expected stroke of a free ram: mm at 0 °C of the wire, and mm/°C. */
interface Line {
  readonly a: number;
  readonly slope: number;
  /** Median wire temperature of its hours, °C, and the uncertainty of the line there, °C. */
  readonly middle: number;
  readonly unsure: number;
  /** Time of their middle, ms, and creep towards the stop, mm a day, which may have continued. */
  readonly at: number;
  readonly creeps: number;
  /** ln of the amount of gas, up to a constant. */
  readonly gas: number;
}

/** ln of the amount of gas, up to a constant; NaN without a pressure. */
function amountAt({ gas, stroke, temperature }: Drive, i: number, side: number, column: number): number {
  return gas[i]! + Math.log1p((side * stroke[i]!) / column) - Math.log(temperature[i]! + KELVIN);
}

const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));

/** The line of the hours before it reached the stop; null with too few hours. */
function lineBefore(context: DiagnosticContext, came: number): Line | null {
  const { drive, theorySlope, travel, plays, geometry } = context;
  const until = drive.time[came]!;
  const past = {
    ...drive,
    n: came,
    stroke: drive.stroke.subarray(0, came),
    wire: drive.wire.subarray(0, came),
  };
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, until - 1, plays);
  const believed = believedSlope(past, theorySlope, whole, until);
  if (believed === null) return null;
  const { slope } = believed;
  const chosen: number[] = [];
  for (let i = came - 1; i >= 0 && drive.time[i]! > until - LINE_DAYS * DAY; i--)
    if (!isAtEnd(drive.stroke[i]!, travel)) chosen.push(i);
  if (chosen.length < LINE_HOURS) return null;
  const off = chosen.map((i) => drive.stroke[i]! - slope * drive.wire[i]!);
  const [at, creeps] = creepOf(
    chosen.map((i) => drive.time[i]!),
    off,
  );
  const amounts = known(chosen.map((i) => amountAt(drive, i, Math.sign(slope), geometry!.column)));
  return {
    a: median(off),
    slope,
    middle: median(chosen.map((i) => drive.wire[i]!)),
    unsure: (SURE * robustDeviation(off)) / Math.sqrt(LINE_HOURS) / Math.abs(slope),
    at,
    creeps: Math.max(0, isUpper(drive.stroke[came]!) ? creeps : -creeps),
    gas: amounts.length === 0 ? Number.NaN : median(amounts),
  };
}

/** Time of the middle of some hours (newest first), and creep from their older half to the newer, mm a day. */
function creepOf(time: readonly number[], off: readonly number[]): [at: number, creeps: number] {
  const half = time.length >> 1;
  const [newer, older] = [median(time.slice(0, half)), median(time.slice(half))];
  const moved = median(off.slice(0, half)) - median(off.slice(half));
  return [(newer + older) / 2, moved / Math.max(1, (newer - older) / DAY)];
}

/** °C by which a free ram would be inside the stop, minus all uncertainty. */
function askedAt(line: Line, level: number, wire: number, time: number): number {
  const inside = (line.a + line.slope * wire - level) * (isUpper(level) ? -1 : 1);
  const crept = (line.creeps * (time - line.at)) / DAY;
  return (
    (inside - crept) / Math.abs(line.slope) -
    UNSURE -
    line.unsure -
    SLOPE_UNSURE * Math.abs(wire - line.middle)
  );
}

/**
 * Whether it jumped to the stop, as after a break or slip: then its position there is correct. Cold alone
 * makes no such jump.
 */
function jumpedThere({ jumps, drive }: DiagnosticContext, came: number): boolean {
  const largest = jumps?.standing[0];
  if (!largest) return false;
  const { i, stroke } = largest;
  const towards = isUpper(drive.stroke[came]!) ? stroke > 0 : stroke < 0;
  return towards && Math.abs(drive.time[i]! - drive.time[came]!) < DAY;
}

/**
 * Whether a slip or a shortened wire brought the ram to its stop, at once or in steps, rather than the
 * weather: by its line it should still have been inside the stop when it arrived.
 */
function wasBrought({ drive }: DiagnosticContext, line: Line, level: number, arrived: number): boolean {
  return [arrived - 1, arrived].every((i) =>
    [drive.wire[i]!, drive.temperature[i]!].every((one) => askedAt(line, level, one, drive.time[i]!) > 0),
  );
}

/**
 * The hours in which the ram should be well inside its travel but is at the stop, as one stretch; null where
 * it is there rightly or that is unknown. `band`: loop of the friction, °C.
 */
export function heldAtEnd(context: DiagnosticContext, band: number): HeldStretch | null {
  const { drive, travel, geometry } = context;
  const level = median(drive.stroke.subarray(Math.max(0, drive.n - MIN_MEASURES)));
  if (geometry === null || !isAtEnd(level, travel)) return null;
  const came = firstAt(drive.n - 1, (i) => isAtRest(drive.stroke[i]!, level));
  if (drive.n - came < MIN_MEASURES || jumpedThere(context, came)) return null;
  const arrived = firstAt(
    came,
    (i) => isAtEnd(drive.stroke[i]!, travel) && isUpper(drive.stroke[i]!) === isUpper(level),
  );
  const line = lineBefore(context, arrived);
  if (line === null || wasBrought(context, line, level, arrived)) return null;
  const vain: number[] = [];
  const asked: number[] = [];
  for (let i = came; i < drive.n; i++) {
    // The device's temperature must agree, because the sun's heat on the wire is only an estimate.
    const [wire, device] = [drive.wire[i]!, drive.temperature[i]!];
    const degrees =
      Math.min(...[wire, device].map((one) => askedAt(line, level, one, drive.time[i]!))) - band;
    if (degrees <= 0) continue;
    vain.push(i);
    asked.push(degrees);
  }
  if (vain.length < MIN_MEASURES) return null;
  const amounts = known(vain.map((i) => amountAt(drive, i, Math.sign(line.slope), geometry.column)));
  if (amounts.length > 0 && median(amounts) - line.gas < -LOST) return null;
  return stretchOf(drive, vain, level, asked.sort((a, b) => b - a)[MIN_MEASURES - 1]!);
}

/**
 * Index of the first of the consecutive hours up to `last` that satisfy a predicate; one outlier, such as a
 * passing train, is ignored.
 */
function firstAt(last: number, holds: (i: number) => boolean): number {
  let i = last;
  while (i > 0 && (holds(i - 1) || (i > 1 && holds(i - 2)))) i--;
  return i;
}

function stretchOf(drive: Drive, vain: readonly number[], level: number, asked: number): HeldStretch {
  const temperatures = vain.map((i) => drive.temperature[i]!);
  const pressed = vain.filter((i) => !Number.isNaN(drive.gas[i]!));
  const [coldest, warmest] = [Math.min(...temperatures), Math.max(...temperatures)];
  const gas =
    pressed.length >= MIN_MEASURES && warmest - coldest > 3
      ? weightedLine(
          pressed.map((i) => drive.temperature[i]!),
          pressed.map((i) => drive.gas[i]!),
          new Float64Array(pressed.length).fill(1),
        )
      : null;
  return {
    from: drive.time[vain[0]!]!,
    to: drive.time[vain.at(-1)!]!,
    level,
    samples: vain.length,
    coldest,
    warmest,
    asked,
    gas: gas?.b ?? null,
  };
}
