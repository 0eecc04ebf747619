/**
 * A notch in the clear days of a panel: a pole or a building blocks the direct sunlight while the sun stands
 * behind it, from some date on, and leaves the neighbouring hours unchanged. Each day is compared with its
 * own other hours, so that temperature, dirt and age cancel.
 */

import { median, quantile } from '../../physics/statistics.ts';
import { HOURS, type PanelDay } from '../shared/light/panel-hours.ts';
import { sunAt } from '../shared/light/sun-on-panel.ts';
import { alikeness, panelLevelsOf, SAME, SAME_DAY } from './clear-days.ts';
import { comparedAt, type DayComparison } from './compared-days.ts';

export interface Notch {
  /** Hours from solar noon, ascending. */
  readonly hours: readonly number[];
  /** Share of the voltage that is lost there. */
  readonly depth: number;
  /** Share of a clear sky's light that comes directly from the sun: the part that shade removes. */
  readonly beam: number;
  /** How far it exceeds the scatter between days. */
  readonly clarity: number;
}

/** Ages in days that are tried for its beginning. */
const AGES = [7, 12, 19, 30] as const;
/** Fewest clear days before and after. */
const CLEAR = { before: 5, after: 4 } as const;
/** Least depth: four times the last digit of a panel's voltage. */
const DEEP = 0.007;
/** Share of the greatest depth from which an hour belongs to the notch, and least depth of such an hour. */
const BELONGS = 0.45;
const AT_LEAST = 0.005;
/** Fewest hours outside the notch. */
const OUTSIDE = 4;
/** Maximum difference of any clear-day hour outside the notch. */
const NONE = 2 * SAME;
/** Hours on each side of the notch with which it is compared. */
const BESIDE = 2;
/**
 * Share of the clear days that must have the notch afterwards, and may have it before; the last ones before,
 * and how many.
 */
const HAVE = { after: 0.7, before: 0.25 } as const;
const LAST = { days: 6, having: 2 } as const;
/** Share of the depth that must show in the voltage without the correction for temperature. */
const UNCORRECTED = 0.5;
/**
 * mA by which the current of the panel in the notch may exceed the earlier one: a current lowers its voltage
 * too.
 */
const MORE_CURRENT = 20;
/** Share of the light that must be direct sunlight. */
const SUNLIT = 0.5;
/** Fewest earlier clear hours in which the sun stood where the notch is now, as low or lower. */
const SUN_SEEN = 3;
/** Least scatter between days, and the quantile of the days at which it is taken. */
const SCATTER = 0.0025;
const MOST_DAYS = 0.65;
/** Clear days and hours beyond which more add no clarity. */
const ENOUGH = { days: 10, hours: 3 } as const;

/**
 * The clearest notch of a panel that began within the last weeks, if any; null where there were too few clear
 * days. `now` in days since 1970, latitude in °.
 */
export function notchOf(
  all: readonly PanelDay[],
  now: number,
  latitude: number,
): { readonly notch: Notch | null } | null {
  const levels = panelLevelsOf(all);
  if (!levels) return null;
  const alike = alikeness(levels);
  let [best, isSeen]: [Notch | null, boolean] = [null, false];
  for (const age of AGES) {
    const compared = comparedAt(levels, alike, now - age, latitude);
    if (!compared) continue;
    isSeen = true;
    const notch = notchIn(compared);
    if (notch && notch.clarity > (best?.clarity ?? 0)) best = notch;
  }
  return isSeen ? { notch: best } : null;
}

function notchIn(compared: DayComparison): Notch | null {
  const within = darkerHours(compared);
  if (!within) return null;
  const looked = (i: number) => lookAt(compared, within, i) ?? [];
  const [before, after] = [compared.before.flatMap(looked), compared.after.flatMap(looked)];
  if (before.length < CLEAR.before || after.length < CLEAR.after) return null;
  const usual = median(before.map(({ dark }) => dark));
  const depth = usual - median(after.map(({ dark }) => dark));
  if (depth < DEEP) return null;
  const found: Found = { within, before, after, usual, depth };
  if (!isNew(found) || !isAtOnce(compared, found)) return null;
  if (!isLight(compared, found) || !isNoPole(compared, found)) return null;
  return {
    hours: within.map((k) => HOURS[k]!),
    depth,
    beam: median(within.map((k) => compared.beam[k]!)),
    clarity: clarityOf(found),
  };
}

/** The hours around the one that darkened most; null if none has, or too few others remain. */
function darkerHours(compared: DayComparison): number[] | null {
  const { hours, before, after, off } = compared;
  const clearOf = (days: readonly number[]) =>
    days.flatMap((i) => {
      const middle = usualOffset(compared, i);
      return middle === null ? [] : [{ off: off[i]!, middle }];
    });
  const [clearBefore, clearAfter] = [clearOf(before), clearOf(after)];
  if (clearBefore.length < CLEAR.before || clearAfter.length < CLEAR.after) return null;
  const levelsAt = (days: ReturnType<typeof clearOf>, k: number) => {
    const levels: number[] = [];
    for (const day of days) if (!Number.isNaN(day.off[k]!)) levels.push(day.off[k]! - day.middle);
    return levels;
  };
  const changeAt = (k: number) => {
    const [past, recent] = [levelsAt(clearBefore, k), levelsAt(clearAfter, k)];
    return past.length < CLEAR.before || recent.length < CLEAR.after ? 0 : median(past) - median(recent);
  };
  const changes = new Map(hours.map((k) => [k, changeAt(k)]));
  const deepest = hours.reduce((a, b) => (changes.get(b)! > changes.get(a)! ? b : a));
  const most = changes.get(deepest)!;
  if (most < DEEP) return null;
  const belongs = (k: number) => (changes.get(k) ?? 0) >= Math.max(AT_LEAST, BELONGS * most);
  let [from, to] = [deepest, deepest];
  while (belongs(from - 1)) from--;
  while (belongs(to + 1)) to++;
  const within = hours.filter((k) => k >= from && k <= to);
  const isPart = within.length <= hours.length / 2 && hours.length - within.length >= OUTSIDE;
  return isPart ? within : null;
}

/**
 * The offset that most hours of a day share, if half of them do: a day that is clear except for some hours.
 */
function usualOffset({ hours, off }: DayComparison, i: number): number | null {
  const known = hours.map((k) => off[i]![k]!).filter((one) => !Number.isNaN(one));
  if (known.length <= OUTSIDE) return null;
  const { shared, many } = mostShared(known);
  if (many < known.length / 2 || Math.abs(shared) > SAME_DAY) return null;
  return median(known.filter((other) => Math.abs(other - shared) < SAME));
}

/** The offset that most others equal, and how many; of two equally frequent ones, the one nearer to zero. */
function mostShared(known: readonly number[]): { shared: number; many: number } {
  let [shared, many] = [0, 0];
  for (const one of known) {
    let same = 0;
    for (const other of known) if (Math.abs(other - one) < SAME) same++;
    if (same > many || (same === many && Math.abs(one) < Math.abs(shared))) [shared, many] = [one, same];
  }
  return { shared, many };
}

/** A day that is clear outside the notch. */
interface Looked {
  /** Index of the day. */
  readonly day: number;
  /**
   * Level of the hours beside the notch; level in the notch minus that; the same without correction for
   * temperature.
   */
  readonly beside: number;
  readonly dark: number;
  readonly raw: number;
  /** mA. */
  readonly current: number;
}
interface Found {
  readonly within: readonly number[];
  readonly before: readonly Looked[];
  readonly after: readonly Looked[];
  readonly usual: number;
  readonly depth: number;
}

function lookAt(compared: DayComparison, within: readonly number[], i: number): Looked | null {
  const { hours, off, levels } = compared;
  // Without the correction for temperature.
  const raw = (k: number) => off[i]![k]! + levels.raw[i]![k]! - levels.level[i]![k]!;
  const [first, last] = [within[0]!, within.at(-1)!];
  const outside = hours.filter((k) => (k < first || k > last) && !Number.isNaN(off[i]![k]!));
  const seen = within.filter((k) => !Number.isNaN(off[i]![k]!));
  const near = outside.filter((k) => k >= first - BESIDE && k <= last + BESIDE);
  if (outside.length < OUTSIDE || near.length === 0 || seen.length < Math.max(1, within.length - 1))
    return null;
  const middle = median(outside.map((k) => off[i]![k]!));
  const scatter = outside.map((k) => Math.abs(off[i]![k]! - middle));
  if (Math.abs(middle) > SAME_DAY || quantile(scatter, 0.75) > SAME || Math.max(...scatter) > NONE)
    return null;
  const beside = median(near.map((k) => off[i]![k]!));
  const current = seen.map((k) => levels.days[i]!.current[k]!).filter((one) => !Number.isNaN(one));
  return {
    day: i,
    beside,
    dark: median(seen.map((k) => off[i]![k]!)) - beside,
    raw: median(seen.map(raw)) - median(near.map(raw)),
    current: current.length === 0 ? 0 : median(current),
  };
}

const middleOf = (days: readonly Looked[], figure: (day: Looked) => number) => median(days.map(figure));
const hasNotch =
  ({ usual, depth }: Found) =>
  (day: Looked) =>
    day.dark < usual - depth / 2;

/** Whether the clear days have the notch now and did not before: fog and clouds come and go. */
function isNew(found: Found): boolean {
  const { before, after } = found;
  const having = (days: readonly Looked[]) => days.filter(hasNotch(found)).length;
  return (
    having(after) >= HAVE.after * after.length &&
    having(before) <= HAVE.before * before.length &&
    having(before.slice(-LAST.days)) <= LAST.having
  );
}

/**
 * Whether all its hours darkened at that date. Where the sun sinks behind a ridge with the season, one hour
 * follows another.
 */
function isAtOnce({ off }: DayComparison, { within, before, after }: Found): boolean {
  return within.every((k) => {
    const [past, recent] = [before, after].map((days) =>
      days.flatMap(({ day, beside }) => (Number.isNaN(off[day]![k]!) ? [] : [off[day]![k]! - beside])),
    );
    const [usual, now] = [median(past!), median(recent!)];
    const dark = (levels: readonly number[]) => levels.filter((level) => level < (usual + now) / 2).length;
    const last = past!.slice(-LAST.days);
    return dark(recent!) >= HAVE.after * recent!.length && dark(last) <= LAST.having;
  });
}

/** Whether direct light is missing, rather than a change of the temperature sensor or of a current. */
function isLight({ beam }: DayComparison, { within, before, after, depth }: Found): boolean {
  const raw = middleOf(before, (day) => day.raw) - middleOf(after, (day) => day.raw);
  const current = middleOf(after, (day) => day.current) - middleOf(before, (day) => day.current);
  return (
    raw >= UNCORRECTED * depth && current <= MORE_CURRENT && median(within.map((k) => beam[k]!)) >= SUNLIT
  );
}

/** Share of the depth from which an hour is dark, and up to which it is not. */
const DARK = 0.4;
const BRIGHT = 0.3;
/** Height of the sun, °, below which hills and trees stand before it in some seasons. */
const HILLS = 20;

/**
 * Whether the sun was seen earlier within the azimuths of the notch, at the height it has there now. If not,
 * the sun may have reached an old obstacle with the season.
 */
function isNoPole({ levels, latitude, off }: DayComparison, found: Found): boolean {
  const { within, before, after, usual, depth } = found;
  const has = hasNotch(found);
  const placesOf = (days: readonly Looked[], holds: (level: number) => boolean) =>
    days.flatMap(({ day, beside }) =>
      within.flatMap((k) =>
        holds(off[day]![k]! - beside) ? [sunAt(latitude, levels.days[day]!.dayOfYear, HOURS[k]!)] : [],
      ),
    );
  const dark = placesOf(after.filter(has), (level) => level < usual - DARK * depth);
  const azimuths = dark.map(({ azimuth }) => azimuth);
  const [from, to] = [Math.min(...azimuths), Math.max(...azimuths)];
  const highest = Math.max(...dark.map(({ height }) => height));
  if (highest < HILLS) return false;
  const seen = placesOf(
    before.filter((day) => !has(day)),
    (level) => level > usual - BRIGHT * depth,
  ).filter(({ azimuth, height }) => azimuth >= from && azimuth <= to && height <= highest);
  return seen.length >= SUN_SEEN;
}

/** Depth over the scatter of the days, for this many days and hours. */
function clarityOf({ within, before, after, usual, depth }: Found): number {
  const scatterOf = (days: readonly Looked[], level: number) =>
    quantile(
      days.map(({ dark }) => Math.abs(dark - level)),
      MOST_DAYS,
    );
  const scatter = Math.max(SCATTER, scatterOf(before, usual) + scatterOf(after, usual - depth));
  const days = Math.min(ENOUGH.days, after.length);
  return (depth / scatter) * Math.sqrt(days * Math.min(ENOUGH.hours, within.length));
}
