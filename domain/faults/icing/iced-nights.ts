/**
 * Detects ice from several nights together: in frost the ram does not follow the wire until the thaw, and
 * otherwise it does.
 */

import { DAY, HOUR } from '../../durations.ts';
import { type Finding, makeFinding } from '../finding.ts';
import { mayBe, ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { DIM, type Drive, playOf } from '../shared/drive/drive.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import { COLDER, FIXED, FROST, ICE, isAtRest, SAME_PLACE, STILL } from '../shared/held/held-stretches.ts';
import { icing as row } from './fault.ts';

/**
 * A night with the longest movement of the wire that the ram did not follow. Moments are indices of the
 * drive.
 */
interface Night {
  readonly from: number;
  readonly to: number;
  /** °C beyond the ram's own loop. */
  readonly asked: number;
  readonly coldest: number;
  readonly warmest: number;
  /** mm. */
  readonly level: number;
}

/** mm between the lowest and the highest reading of a ram that stands still. */
const SPREAD = STILL;
/**
 * Fewest hours in which it must stand still; days after the noon before the night within which these must
 * end.
 */
const LEAST_HOURS = 4;
const UNTIL = 1.75;
/** °C added to the fitted loop width: the widths tried are 1 °C apart. */
const WIDER = 1;

const nightOf = (time: number) => Math.floor(time / DAY - 0.5);

/** Minimum and maximum of the values so far. */
class Range {
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  with(value: number): number {
    return Math.max(this.high, value) - Math.min(this.low, value);
  }
  add(value: number): number {
    this.low = Math.min(this.low, value);
    this.high = Math.max(this.high, value);
    return this.high - this.low;
  }
}

/**
 * The longest movement of the wire not followed, from a dim hour on; null if the ram moved within hours. By
 * day the sun's heat is a guess.
 */
function inVainFrom(drive: Drive, play: Float64Array, from: number): Night | null {
  const { n, time, stroke, light, temperature } = drive;
  const end = (nightOf(time[from]!) + UNTIL) * DAY;
  const [ram, wire, device] = [new Range(), new Range(), new Range()];
  let best: Night | null = null;
  let hasOdd = false;
  for (let i = from; i < n && time[i]! < end; i++) {
    if (ram.with(stroke[i]!) > SPREAD) {
      // One odd sample, such as a passing train, does not end the stretch.
      if (hasOdd || i + 1 >= n || ram.with(stroke[i + 1]!) > SPREAD) break;
      hasOdd = true;
      continue;
    }
    ram.add(stroke[i]!);
    if (light[i]! >= DIM) continue;
    const asked = Math.min(wire.add(play[i]!), device.add(temperature[i]!));
    if (time[i]! - time[from]! < LEAST_HOURS * HOUR || asked <= (best?.asked ?? -1)) continue;
    const level = (ram.low + ram.high) / 2;
    best = { from, to: i, asked, coldest: device.low, warmest: device.high, level };
  }
  return best;
}

/** The longest movement not followed of each night, ascending, without those at an end stop. */
function nightsInVain({ drive, plays, whole, travel }: DiagnosticContext): Night[] {
  const width = (whole?.width ?? 0) + WIDER;
  const play = plays.get(width) ?? playOf(drive, width);
  plays.set(width, play);
  const nights = new Map<number, Night>();
  for (let i = 0; i < drive.n; i++) {
    const one = drive.light[i]! < DIM ? inVainFrom(drive, play, i) : null;
    const night = nightOf(drive.time[i]!);
    if (one && one.asked > (nights.get(night)?.asked ?? -1)) nights.set(night, one);
  }
  return [...nights.values()].filter(({ level }) => !isAtEnd(level, travel));
}

/** Days in which ice is looked for. */
const RECENT = 16;
/**
 * Earlier days, and nights with a stretch, needed to know the ram's own friction, and number of mild nights
 * that suffice; the largest few may be chance.
 */
const KNOWN_DAYS = 20;
const FEWEST = 8;
const MILD = 20;
const SET_ASIDE = 2;
/** Smallest movement of the wire that the ram must not have followed, mm. */
const LEAST_MM = 10;
/** Uncertainty of temperature changes of the wire within a night, °C. */
const BEYOND = 1;

/**
 * °C that the wire must have moved in a frosty night without the ram following, for ice to be the cause: more
 * than stiffer seals can hold, judged by what held this ram in nights without frost, or, if those are few,
 * before; infinite if too little is known.
 */
function limitOf({ drive, now }: DiagnosticContext, nights: readonly Night[]): number {
  const isRecent = ({ to }: Night) => drive.time[to]! > now - RECENT * DAY;
  const mild = nights.filter(({ coldest }) => coldest >= 0);
  const known = mild.length >= MILD ? mild : nights.filter((one) => one.coldest >= 0 || !isRecent(one));
  if (known.length < FEWEST || drive.time[0]! > now - (RECENT + KNOWN_DAYS) * DAY)
    return Number.POSITIVE_INFINITY;
  const own = known.map(({ asked }) => asked).sort((a, b) => b - a)[SET_ASIDE]!;
  // Growing friction holds the ram in mild nights too.
  const lately = mild.filter(isRecent).map(({ asked }) => asked);
  return COLDER * Math.max(own, ...lately) + BEYOND;
}

/**
 * Nights of the last weeks in which frost held the ram, ascending; of overlapping nights, the one with the
 * longest movement. Those at an obstacle (mm) are left out.
 */
function icyNights(context: DiagnosticContext, size: number, obstacle: number | null): Night[] {
  const { drive, now } = context;
  const nights = nightsInVain(context);
  const limit = Math.max(limitOf(context, nights), LEAST_MM / size);
  const chosen: Night[] = [];
  const icy = nights
    .filter(({ to }) => drive.time[to]! > now - RECENT * DAY)
    .filter(({ asked, coldest, warmest }) => asked >= limit && coldest < ICE && warmest < FROST)
    .filter(({ level }) => obstacle === null || Math.abs(level - obstacle) >= SAME_PLACE)
    .sort((a, b) => b.asked - a.asked);
  for (const one of icy) if (chosen.every(({ from, to }) => one.from > to || one.to < from)) chosen.push(one);
  return chosen.sort((a, b) => a.from - b.from);
}

/** First hour in which the ram has left its place, as an index; -1 if it is still there. */
function leftAt({ n, stroke }: Drive, { to, level }: Night): number {
  for (let i = to + 1; i < n; i++)
    if (!isAtRest(stroke[i]!, level) && (i + 1 === n || !isAtRest(stroke[i + 1]!, level))) return i;
  return -1;
}

/** Hours over which the temperature must have risen when the ram came free. */
const RISES = 3;
/** Whether the ram came free as it thawed. */
const inThaw = ({ temperature }: Drive, left: number) =>
  Math.max(temperature[left]!, temperature[left - 1]!) >= ICE &&
  temperature[left]! > temperature[Math.max(0, left - RISES)]!;

/** Share of the releases that must be in the thaw: friction gives way in the cold too. */
const THAWS = 0.75;
/**
 * Whether only thaw released the ram: several times, or once by a jump over the whole movement it had missed.
 */
function freedByThaw(drive: Drive, nights: readonly Night[], size: number): boolean {
  const left = nights.map((one) => leftAt(drive, one));
  const freed = [...new Set(left)].filter((at) => at >= 0);
  const thawed = freed.filter((at) => inThaw(drive, at));
  if (thawed.length === 0 || thawed.length < THAWS * freed.length) return false;
  if (new Set(left).size > 1) return true;
  const most = Math.max(...nights.map(({ asked }) => asked));
  const after = drive.stroke[Math.min(drive.n - 1, freed[0]! + 1)]!;
  return Math.abs(after - nights[0]!.level) >= most * size;
}

/** Relative change of the pressure per °C within nights; NaN without pressure. */
function gasOf({ temperature, gas }: Drive, nights: readonly Night[]): number {
  let [xx, xy] = [0, 0];
  for (const { from, to } of nights) {
    const hours: number[] = [];
    for (let i = from; i <= to; i++) if (!Number.isNaN(gas[i]!)) hours.push(i);
    const mean = (column: Float64Array) => hours.reduce((sum, i) => sum + column[i]!, 0) / hours.length;
    const [middle, usual] = [mean(temperature), mean(gas)];
    for (const i of hours) {
      xx += (temperature[i]! - middle) ** 2;
      xy += (temperature[i]! - middle) * (gas[i]! - usual);
    }
  }
  return xy / xx;
}

/** Fewest nights. */
const TIMES = 2;
/** Days after the last night for which it is reported. */
const STAYS = 5;
/**
 * °C of the device below which ice is possible: if the ram always reaches its place before this, it is not
 * ice.
 */
const ONSET = -4;
/** Confidence, before calibration (J). */
const SURE = 0.85;

/**
 * Icing (h) from two or more frosty nights, each too small alone, in which the ram did not follow the wire,
 * the gas had a fixed volume, and which the thaw ended; null where there are none. `size`: slope of the free
 * ram, mm/°C; `obstacle`: where one holds it, mm. `until`: last moment at which it held the ram, ms.
 */
export function icedNights(
  context: DiagnosticContext,
  size: number,
  obstacle: number | null,
): { readonly finding: Finding; readonly until: number } | null {
  const { drive, now, interval } = context;
  const { time, temperature } = drive;
  if ((interval ?? 600) > SELDOM) return null;
  if (!time.some((at, i) => at > now - RECENT * DAY && temperature[i]! < ICE)) return null;
  const nights = icyNights(context, size, obstacle);
  const newest = nights.at(-1);
  if (!newest || nights.length < TIMES || now - time[newest.to]! > STAYS * DAY) return null;
  const isOnePlace = nights.every(({ level }) => Math.abs(level - newest.level) < SAME_PLACE);
  if (isOnePlace && nights.some(({ warmest }) => warmest < ONSET)) return null;
  if (!(gasOf(drive, nights) > FIXED) || !freedByThaw(drive, nights, size)) return null;
  const hours = nights.reduce((sum, { from, to }) => sum + (time[to]! - time[from]!) / HOUR, 0);
  const details = { stretches: nights.length, coldest: Math.min(...nights.map(({ coldest }) => coldest)) };
  const left = leftAt(drive, newest);
  const finding = makeFinding('icing', hours, 'h', 'watch', details, {
    since: time[nights[0]!.from]!,
    confidence: SURE,
    ruled_out: [ruledOut(row, 'stroke_sensor_stuck')],
    candidates: isOnePlace ? [mayBe(row, 'held_one_side')] : [],
  });
  return { finding, until: left < 0 ? now : time[left - 1]! };
}
