/**
 * Whether the weather of a point is that of its place: by how far it has moved away from what the AEROs near
 * it measure at night, compared with what it has always been off by there (a grid point lies elsewhere, and
 * in the mountains at another height).
 */
import { DAY } from '../../durations.ts';
import { median, robustDeviation } from '../../physics/statistics.ts';
import { JUMP_DAYS, type Jump } from './jump.ts';
import type { Night } from './nights.ts';

/** A time in which the weather of a point was not that of its place. */
export interface Episode {
  /** The first night, days since 1970. */
  readonly since: number;
  /** The first sound night after it; null: it lasts. */
  readonly until: number | null;
  /** Whether it is, or was, left out of forecasts. */
  readonly isLeftOut: boolean;
  /** °C by which it is warmer than usual against the AEROs, in the mean of its nights. */
  readonly off: number;
}

/** Whether the weather of a day (days since 1970) is left out of forecasts. */
export const isLeftOutOn = (episodes: readonly Episode[], day: number): boolean =>
  episodes.some(
    ({ isLeftOut, since, until }) => isLeftOut && day >= since && (until === null || day < until),
  );

/** Nights from which the usual error is learnt, and the fewest that suffice. */
export const LEARNT_NIGHTS = 60;
const MIN_NIGHTS = 5;
/** Days after which a night says nothing about the present. */
const NEW_DAYS = 6;
/** Scatter of the nights of a point, °C; limits grow with a larger one. */
const USUAL_SCATTER = 1.1;
/**
 * Limits in °C for two nights, tuned with bench/worlds/wrong-weather.ts. After a jump of the forecast in
 * their direction: of each, of their mean, and of mean and jump together. After a jump that differs from hour
 * to hour, as of another place: of their root mean square. Without a jump, and over four nights: the same.
 */
const EACH = 0.8;
const MEAN = 2;
const TOGETHER = 5.3;
const OTHER = 3;
const BY_ITSELF = 4.8;
const LONG = 3.7;
const LONG_NIGHTS = 4;
/** A jump worth noticing: in the mean, and hour by hour; °C. */
const JUMPED = 2;
const JUMPED_SIZE = 3.5;
/** °C off in a single night that no forecast is by error. */
const GROSS = 9;
/** °C by which a point without a past may be off: a grid point a kilometer higher. */
const UNKNOWN = 7;
/** °C (root mean square of two nights) within which it is sound again. */
const SOUND = 2;
/** Nights after which it is left out. */
const NIGHTS_LEFT_OUT = 3;
/** °C by which two AEROs may differ: beyond that one of their thermometers errs. */
const AGREE = 3;

/** A night beside what is usual. */
interface Deviation {
  readonly day: number;
  readonly off: number;
  /** Scatter of usual nights in units of USUAL_SCATTER; null without a past. */
  readonly scale: number | null;
  readonly aeros: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const size = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value * value)));

/**
 * The episodes of a point after its newest nights: an open one begins, is left out, or ends.
 * @param nights of the AEROs near it, the last `LEARNT_NIGHTS` and newer.
 * @param jump the largest of the last days; null: none.
 * @param now ms.
 */
export function judgeSource(
  nights: readonly Night[],
  episodes: readonly Episode[],
  jump: Jump | null,
  now: number,
): Episode[] {
  const today = Math.floor(now / DAY);
  const open = episodes.find(({ until }) => until === null);
  const days = [...new Set(nights.map(({ day }) => day))].sort((a, b) => a - b);
  const before = open?.since ?? days.at(-LONG_NIGHTS) ?? today;
  const deviations = deviationsOf(nights, episodes, before);
  const fresh = deviations.filter(({ day }) => day > today - NEW_DAYS);
  if (fresh.length === 0) return [...episodes];
  const rest = episodes.filter((one) => one !== open);
  if (open) return [...rest, followed(open, deviations, fresh)];
  const begun = beginning(fresh, jump);
  return begun ? [...rest, begun] : rest;
}

/** Nights as deviations from what each AERO's are usually off by; the median of its AEROs. */
function deviationsOf(nights: readonly Night[], episodes: readonly Episode[], before: number): Deviation[] {
  const isWrong = (day: number) =>
    episodes.some(({ since, until }) => day >= since && (until === null || day < until));
  const usual = new Map<number, { middle: number; scale: number }>();
  for (const [aero, own] of Map.groupBy(nights, (night) => night.aero)) {
    const offs = own
      .filter(({ day }) => day < before && day >= before - LEARNT_NIGHTS && !isWrong(day))
      .map(({ off }) => off);
    if (offs.length < MIN_NIGHTS) continue;
    const middle = median(offs);
    const scatter = robustDeviation(Float64Array.from(offs, (off) => off - middle));
    usual.set(aero, { middle, scale: Math.max(1, scatter / USUAL_SCATTER) });
  }
  // A new AERO waits until it is known, unless all are new.
  const used = usual.size === 0 ? nights : nights.filter(({ aero }) => usual.has(aero));
  return [...Map.groupBy(used, ({ day }) => day)]
    .flatMap(([day, list]) => {
      const offs = list.map(({ aero, off }) => off - (usual.get(aero)?.middle ?? 0));
      if (offs.length === 2 && Math.abs(offs[0]! - offs[1]!) > AGREE) return [];
      const scale = median(list.map(({ aero }) => usual.get(aero)?.scale ?? Number.NaN));
      return [{ day, off: median(offs), scale: usual.size === 0 ? null : scale, aeros: offs.length }];
    })
    .sort((one, other) => one.day - other.day);
}

function followed(open: Episode, all: readonly Deviation[], fresh: readonly Deviation[]): Episode {
  const own = all.filter(({ day }) => day >= open.since);
  // A late night may leave none: two AEROs that differ say nothing.
  if (own.length === 0) return open;
  const last = fresh.slice(-2);
  // It has lasted so long that nobody knows any more what was usual: it is, from now on.
  if (last[0]!.scale === null && last[0]!.day - open.since > LEARNT_NIGHTS)
    return { ...open, until: last[0]!.day };
  const scale = last[0]!.scale ?? UNKNOWN / BY_ITSELF;
  if (last.length === 2 && last[0]!.day > open.since && size(last.map(({ off }) => off)) < SOUND * scale)
    return { ...open, until: last[0]!.day };
  return {
    ...open,
    isLeftOut: open.isLeftOut || own.length >= NIGHTS_LEFT_OUT || Math.abs(fresh.at(-1)!.off) > GROSS,
    off: mean(own.map(({ off }) => off)),
  };
}

function beginning(fresh: readonly Deviation[], jump: Jump | null): Episode | null {
  const newest = fresh.at(-1)!;
  const recent = jump !== null && jump.at > (newest.day - 1 - JUMP_DAYS) * DAY ? jump : null;
  // The thermometer of a single AERO may err by itself.
  const isSure = newest.aeros > 1 || (recent?.size ?? 0) > JUMPED;
  return (
    (isSure ? grossOff(newest) : null) ?? twoOff(fresh, recent, isSure) ?? (isSure ? longOff(fresh) : null)
  );
}

/** An episode that a single night shows. */
function grossOff({ day, off, scale }: Deviation): Episode | null {
  if (Math.abs(off) <= (scale === null ? GROSS + UNKNOWN : GROSS)) return null;
  return { since: day, until: null, isLeftOut: true, off };
}

/** An episode that two nights show, with a jump or by themselves. */
function twoOff(fresh: readonly Deviation[], jump: Jump | null, isSure: boolean): Episode | null {
  const offs = fresh.slice(-2).map(({ off }) => off);
  if (offs.length < 2) return null;
  const { scale } = fresh.at(-1)!;
  const isConfirming = jump !== null && scale !== null && isConfirmed(offs, jump, scale);
  const isAlone = isSure && size(offs) > (scale === null ? UNKNOWN : BY_ITSELF * scale);
  return isConfirming || isAlone ? begunWith(fresh, mean(offs), scale ?? 1) : null;
}

/** An episode that only several nights together show. */
function longOff(fresh: readonly Deviation[]): Episode | null {
  const { scale } = fresh.at(-1)!;
  const long = fresh.slice(-LONG_NIGHTS);
  const offs = long.map(({ off }) => off);
  if (scale === null || long.length < LONG_NIGHTS || size(offs) <= LONG * scale) return null;
  return { since: long[0]!.day, until: null, isLeftOut: true, off: mean(offs) };
}

/** The episode of the newest nights and of those just before that are off as well. */
function begunWith(fresh: readonly Deviation[], off: number, scale: number): Episode {
  let first = fresh.length - 2;
  while (first > 0 && fresh[first - 1]!.off * Math.sign(off) > MEAN * scale) first -= 1;
  const own = fresh.slice(first).map((night) => night.off);
  return {
    since: fresh[first]!.day,
    until: null,
    isLeftOut: own.length >= NIGHTS_LEFT_OUT,
    off: mean(own),
  };
}

/** Whether two nights confirm a jump of the forecast, in its direction or in its size. */
function isConfirmed(offs: readonly number[], jump: Jump, scale: number): boolean {
  const off = mean(offs);
  const isMoved =
    jump.off * off > 0 &&
    Math.abs(jump.off) > JUMPED &&
    Math.min(...offs.map((one) => one * Math.sign(off))) > EACH &&
    Math.abs(off) > MEAN * scale &&
    Math.abs(off) + Math.abs(jump.off) > TOGETHER * scale;
  return isMoved || (jump.size > JUMPED_SIZE && size(offs) > OTHER * scale);
}
