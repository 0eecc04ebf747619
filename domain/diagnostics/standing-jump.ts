/** Jumps of stroke and gas with the temperature taken out: those that were not put right since. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { Drive } from './drive.ts';
import { type Stretch, UNSURE } from './nights.ts';

/** Days in which it is looked for: a wire that broke is broken until it is mended, however long ago. */
const DAYS = 85;
/** Days that must have been heard before what is named: a young AERO's line is not known. */
const KNOWN_DAYS = 5;
/** Share of a jump that comes from one sample to the next. */
const AT_ONCE = 0.5;
/** Samples before, and after at least. */
export const BEFORE = 6;
export const AFTER = 3;
/** mm, and °C's worth, of a jump that no sun makes. */
const FAR = 150;
const DEGREES = 12;
/** ln of pressure that no temperature makes. */
const BURST = 0.09;
/** ln of pressure by which the levels of some hours are unsure: sun, friction. */
export const UNSURE_GAS = 0.012;

/** What jumps are looked for in: hours, where the ram would stand (°C), mm between the end stops, time of the newest. */
interface Past {
  readonly drive: Drive;
  readonly play: Float64Array;
  readonly travel: number | null;
  readonly now: number;
}

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
export interface Candidate {
  readonly i: number;
  readonly stroke: number;
  readonly gas: number;
  readonly size: number;
}

export const levelOf = (of: Float64Array, from: number, to: number) =>
  median(of.subarray(Math.max(0, from), Math.min(of.length, to)));

/** The jump at a sample, when it is large enough and comes at once. */
function candidateAt({ n, off, gas, limit }: Track, i: number): Candidate | null {
  const step = Math.abs(off[i]! - off[i - 1]!);
  const gasSteps = Math.abs(gas[i]! - gas[i - 1]!) / BURST > 0.25;
  if (step / limit < 0.5 && !gasSteps) return null;
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
export const isAtEnd = (stroke: number, travel: number | null) =>
  travel !== null && (stroke < 20 || stroke > travel - 20);

/** Of a jump, by which the level may miss the one before it when it was put right. */
const MISSES = 0.25;

/** Whether a jump takes back an earlier one: the ram stands where it stood before that, and what gas was lost is back. */
function takesBack({ off, gas, limit }: Track, jump: Candidate, earlier: Candidate): boolean {
  if (Math.sign(jump.stroke) === Math.sign(earlier.stroke)) return false;
  if (Math.min(Math.abs(jump.stroke), Math.abs(earlier.stroke)) < 0.5 * limit) return false;
  const [i, from] = [jump.i, earlier.i];
  if (levelOf(gas, i + 1, i + 1 + BEFORE) - levelOf(gas, from - BEFORE, from) < -BURST) return false;
  const missed = levelOf(off, i, i + BEFORE) - levelOf(off, from - BEFORE, from);
  return Math.abs(missed) < Math.max(UNSURE, MISSES * Math.abs(earlier.stroke));
}

/** All jumps in their order; of samples that tell of one and the same jump the one that tells it best. */
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

/** Whether the ram lay at an end from the first day on until a jump set it free: mended, whatever it was. */
function wasSetFree({ drive, travel }: Past, { i }: Candidate): boolean {
  return (
    drive.stroke.subarray(0, i).every((stroke) => isAtEnd(stroke, travel)) &&
    !isAtEnd(levelOf(drive.stroke, i, i + BEFORE), travel)
  );
}

/** mm within which a ram stands still. */
const STILL = 6;

/**
 * Whether the ram leaves a place that held it, an end or ice, for where it stood before it came to it: milder weather
 * shows what was hidden, and nothing jumped. A wire that breaks meanwhile brings it elsewhere.
 */
function leavesPlace({ drive: { stroke }, travel }: Past, { off, limit }: Track, { i }: Candidate): boolean {
  const level = levelOf(stroke, i - BEFORE, i);
  const atEnd = isAtEnd(level, travel);
  const stands = (at: number) =>
    atEnd ? isAtEnd(stroke[at]!, travel) : Math.abs(stroke[at]! - level) <= STILL;
  let came = i - 1;
  while (came >= 0 && stands(came)) came--;
  if (came < 0 || (!atEnd && i - came <= BEFORE)) return false;
  return Math.abs(levelOf(off, i, i + BEFORE) - levelOf(off, came + 1 - BEFORE, came + 1)) < limit;
}

function trackOf({ drive, play }: Past, slope: number): Track {
  return {
    n: drive.n,
    time: drive.time,
    off: drive.stroke.map((stroke, i) => stroke - slope * play[i]!),
    gas: drive.gas.map((value, i) => value - 0.0005 * drive.temperature[i]!),
    limit: Math.min(FAR, DEGREES * Math.abs(slope)),
  };
}

export interface JumpHistory {
  /** The largest jump of the last days that has stayed until now; null when there is none. */
  readonly standing: Candidate | null;
  /** From when something jumped until it was put right, all but a little of it. */
  readonly putRight: readonly Stretch[];
}

/** What jumped, by a slope in mm/°C: what stays, and what was put right since. */
export function jumpHistory(past: Past, slope: number): JumpHistory {
  if (past.drive.n < BEFORE + AFTER) return { standing: null, putRight: [] };
  const track = trackOf(past, slope);
  const { time } = track;
  const open: Candidate[] = [];
  const putRight: Stretch[] = [];
  for (const jump of jumpsOf(track)) {
    // What was put right takes with it all that came between: a wire may be mended in steps.
    const right = open.findIndex((earlier) => takesBack(track, jump, earlier));
    if (right < 0 && !wasSetFree(past, jump)) {
      if (!leavesPlace(past, track, jump)) open.push(jump);
      continue;
    }
    const [fell] = right < 0 ? [] : open.splice(right);
    putRight.push({ from: fell ? time[fell.i]! : time[0]!, to: time[jump.i]! });
  }
  const first = Math.max(past.now - DAYS * DAY, time[0]! + KNOWN_DAYS * DAY);
  const standing = open
    .filter((jump) => time[jump.i]! > first && hasStayed(track, jump))
    .reduce<Candidate | null>((best, jump) => (best && best.size >= jump.size ? best : jump), null);
  return { standing, putRight };
}
