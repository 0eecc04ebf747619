/** Jumps of stroke and gas, temperature compensated, and which of them are still uncorrected. */

import { DAY, HOUR } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import { burst } from '../../burst/fault.ts';
import type { Drive } from '../drive/drive.ts';
import { isAtEnd } from '../drive/ends.ts';
import { type Stretch, UNSURE } from '../nights/nights.ts';

/** Days searched: a broken wire stays broken until it is repaired, however long ago. */
const DAYS = 85;
/** Days of measures needed before a jump: a new AERO has no known line. */
const KNOWN_DAYS = 5;
/** Share of a jump that must occur between two consecutive samples. */
const AT_ONCE = 0.5;
/** Samples needed before and after. */
export const BEFORE = 6;
export const AFTER = 3;
/** mm within which a ram counts as still, and share of a jump that the reading itself must make at once. */
const STILL = 6;
const OF_READING = 0.35;
/** ms without a measure after which it is unknown whether the reading jumped. */
const GAP = 13 * HOUR;
/** Least jump, mm, and °C times the slope: more than the sun can cause. */
const FAR = 150;
const DEGREES = 12;
const BURST = burst.thresholds.fallen.value;
/** Uncertainty of the level of some hours due to sun and friction, ln of pressure. */
export const UNSURE_GAS = 0.012;

/**
 * The data searched: hours, expected position (°C of the wire), mm between the end stops, newest time (ms).
 */
interface Past {
  readonly drive: Drive;
  readonly play: Float64Array;
  readonly travel: number | null;
  readonly now: number;
}

/** Stroke (mm) and gas (ln of the pressure), temperature compensated. */
interface Track {
  readonly n: number;
  readonly time: Float64Array;
  readonly off: Float64Array;
  /** Reading, mm. */
  readonly stroke: Float64Array;
  readonly gas: Float64Array;
  /** mm between the end stops. */
  readonly travel: number | null;
  /** Least jump, mm. */
  readonly limit: number;
}

/**
 * A jump at sample `i`: mm, ln of the pressure (NaN where it is unknown), and its size as a multiple of the
 * limits.
 */
export interface Candidate {
  readonly i: number;
  readonly stroke: number;
  readonly gas: number;
  readonly size: number;
}

/** Median of a column from one index to another (excluded), clipped to the column. */
export const levelOf = (of: Float64Array, from: number, to: number) =>
  median(of.subarray(Math.max(0, from), Math.min(of.length, to)));

/**
 * Whether the reading itself jumped, rather than the temperature while the ram stood still. At an end stop
 * the reading shows only part of the jump, and after a gap this cannot be checked.
 */
function hasJumped({ n, time, stroke: read, travel }: Track, i: number, stroke: number): boolean {
  if (time[i]! - time[i - 1]! > GAP) return true;
  const before = levelOf(read, i - BEFORE, i);
  const moved = (at: number) => (read[Math.min(n - 1, at)]! - read[i - 1]!) / stroke;
  if (isAtEnd(before, travel)) return Math.abs(levelOf(read, i, i + BEFORE) - before) > STILL;
  return Math.max(moved(i), moved(i + 1)) >= OF_READING;
}

/** The jump at a sample, if it is large enough and sudden; else null. */
function candidateAt(track: Track, i: number): Candidate | null {
  const { n, off, gas, limit } = track;
  const step = Math.abs(off[i]! - off[i - 1]!);
  const gasSteps = Math.abs(gas[i]! - gas[i - 1]!) / BURST > 0.25;
  if (step / limit < 0.5 && !gasSteps) return null;
  const stroke = levelOf(off, i, i + BEFORE) - levelOf(off, i - BEFORE, i);
  const next = i + 1 < n ? off[i + 1]! : off[i]!;
  const once = Math.max(step, Math.abs(next - off[i - 1]!));
  if (once < AT_ONCE * Math.abs(stroke) && !gasSteps) return null;
  const far = hasJumped(track, i, stroke) ? Math.abs(stroke) / limit : 0;
  const loss = levelOf(gas, i + 1, i + 1 + BEFORE) - levelOf(gas, i - BEFORE, i);
  const size = Math.max(far, Number.isNaN(loss) ? 0 : -loss / BURST);
  return size < 1 ? null : { i, stroke, gas: loss, size };
}

/** Share of a jump above which a sample counts as not having returned. */
const STILL_THERE = 0.4;
/**
 * Newest samples that must not have returned, and how many of this number may: an outlier, such as a passing
 * train.
 */
const STAYS = 6;

/** Whether the samples since a jump, at most the newest six, return to the level before it. */
function comesBack({ n, off }: Track, { i, stroke }: Candidate, before: number): boolean {
  const newest = off.subarray(Math.max(i + 1, n - STAYS), n);
  const back = newest.filter((value) => (value - before) / stroke < STILL_THERE).length;
  return back > Math.floor(newest.length / STAYS);
}

/** Whether a jump persists in the newest samples. */
function hasStayed(track: Track, jump: Candidate): boolean {
  const { n, off, gas, limit } = track;
  const { i, stroke, gas: loss } = jump;
  const staysGas = levelOf(gas, n - AFTER, n) - levelOf(gas, i - BEFORE, i);
  if (loss < -BURST && staysGas < 0.5 * loss) return true;
  const before = levelOf(off, i - BEFORE, i);
  const stays = levelOf(off, n - AFTER, n) - before;
  return (
    !comesBack(track, jump, before) &&
    Math.abs(stroke) > limit &&
    Math.sign(stays) === Math.sign(stroke) &&
    Math.abs(stays) > STILL_THERE * Math.abs(stroke)
  );
}

/** Share of a jump that may remain once it has been corrected. */
const MISSES = 0.25;

/** Whether a jump corrects an earlier one: the ram is back where it was before, or lost gas is refilled. */
function takesBack({ off, gas, limit }: Track, jump: Candidate, earlier: Candidate): boolean {
  if (Math.sign(jump.stroke) === Math.sign(earlier.stroke)) return false;
  if (Math.min(Math.abs(jump.stroke), Math.abs(earlier.stroke)) < 0.5 * limit) return false;
  const [i, from] = [jump.i, earlier.i];
  if (levelOf(gas, i + 1, i + 1 + BEFORE) - levelOf(gas, from - BEFORE, from) < -BURST) return false;
  const missed = levelOf(off, i, i + BEFORE) - levelOf(off, from - BEFORE, from);
  return Math.abs(missed) < Math.max(UNSURE, MISSES * Math.abs(earlier.stroke));
}

/** All jumps in order, each at the sample that shows it best. */
function jumpsOf(track: Track): Candidate[] {
  const jumps: Candidate[] = [];
  for (let i = BEFORE; i <= track.n - AFTER; i++) {
    const found = candidateAt(track, i);
    if (!found) continue;
    const last = jumps.at(-1);
    const same = last && i - last.i < BEFORE && Math.sign(last.stroke) === Math.sign(found.stroke);
    if (!same) jumps.push(found);
    else if (found.size > last.size) jumps[jumps.length - 1] = found;
  }
  return jumps;
}

/**
 * Whether the ram was at an end from the first day until a jump freed it: then it was repaired, whatever the
 * fault.
 */
function wasSetFree({ drive, travel }: Past, { i }: Candidate): boolean {
  return (
    drive.stroke.subarray(0, i).every((stroke) => isAtEnd(stroke, travel)) &&
    !isAtEnd(levelOf(drive.stroke, i, i + BEFORE), travel)
  );
}

/**
 * Whether the ram leaves an end or ice and returns to its earlier line: then the weather freed it and nothing
 * jumped. A wire that breaks meanwhile moves it elsewhere.
 */
function leavesPlace({ drive: { stroke }, travel }: Past, { off, limit }: Track, { i }: Candidate): boolean {
  const level = levelOf(stroke, i - BEFORE, i);
  const atEnd = isAtEnd(level, travel);
  const stands = (at: number) =>
    atEnd ? isAtEnd(stroke[at]!, travel) : Math.abs(stroke[at]! - level) <= STILL;
  let came = i - 1;
  // A single outlier, such as a passing train, does not end it.
  while (came >= 0 && (stands(came) || (came > 0 && stands(came - 1)))) came--;
  if (came < 0 || (!atEnd && i - came <= BEFORE)) return false;
  return Math.abs(levelOf(off, i, i + BEFORE) - levelOf(off, came + 1 - BEFORE, came + 1)) < limit;
}

function trackOf({ drive, play, travel }: Past, slope: number): Track {
  return {
    n: drive.n,
    time: drive.time,
    stroke: drive.stroke,
    travel,
    off: drive.stroke.map((stroke, i) => stroke - slope * play[i]!),
    gas: drive.gas.map((value, i) => value - 0.0005 * drive.temperature[i]!),
    limit: Math.min(FAR, DEGREES * Math.abs(slope)),
  };
}

/** Time (ms) from which jumps are searched, where measures begin at `first`. */
export const jumpsSince = (first: number, now: number) =>
  Math.max(now - DAYS * DAY, first + KNOWN_DAYS * DAY);

export interface JumpHistory {
  /** The jumps of the last days that persist, the largest first. */
  readonly standing: readonly Candidate[];
  /** From each corrected jump (except for a small remainder) to its correction. */
  readonly putRight: readonly Stretch[];
}

/** Finds jumps, given the slope in mm/°C: those that persist, and those corrected since. */
export function jumpHistory(past: Past, slope: number): JumpHistory {
  if (past.drive.n < BEFORE + AFTER) return { standing: [], putRight: [] };
  const track = trackOf(past, slope);
  const { time } = track;
  const open: Candidate[] = [];
  const putRight: Stretch[] = [];
  for (const jump of jumpsOf(track)) {
    // A correction closes all jumps since the one it corrects: a wire may be repaired in steps.
    const right = open.findIndex((earlier) => takesBack(track, jump, earlier));
    if (right < 0 && !wasSetFree(past, jump)) {
      if (!leavesPlace(past, track, jump)) open.push(jump);
      continue;
    }
    const [fell] = right < 0 ? [] : open.splice(right);
    putRight.push({ from: fell ? time[fell.i]! : time[0]!, to: time[jump.i]! });
  }
  const first = jumpsSince(time[0]!, past.now);
  const standing = open
    .filter((jump) => time[jump.i]! > first && hasStayed(track, jump))
    .sort((a, b) => b.size - a.size);
  return { standing, putRight };
}
