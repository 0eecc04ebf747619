/**
 * Findings on the solar panel: light it lost altogether, and light it lost from one side. Its voltage rises with the
 * light and falls with the warmth of that same light, so that in full sun it hides a loss: what does not show is
 * never said to be good.
 */

import { DAY, HOUR } from '../durations.ts';
import { cosZenith, declination } from '../physics/solar.ts';
import { median, quantile } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, graded, notEvaluable, notWatched } from './finding.ts';

/** A panel's voltage falls by this share of itself when the light falls to 1/e, and by 0.3 % a degree (domain.md 6.4). */
const PER_E = 0.04;
const COOLING = 0.003;
const NIGHT = 0.5;
/** °C under which there may be snow on it. */
const SNOW = 2.5;
/** Sine of the sun's height at noon under which weeks pass without a clear hour: nothing is said then. */
const NOON = 0.35;
const OFTEN_ENOUGH = 7200;
const RADIANS = Math.PI / 180;

/** One hour's brightest light, ln of an unknown unit. */
interface Lit {
  readonly day: number;
  /** h from solar noon, whole. */
  readonly hour: number;
  readonly light: number;
  readonly dayOfYear: number;
}

function litOf({ days, input }: DiagnosticContext): Lit[] {
  const middles = days.flatMap(({ noon, start }) => (noon === null ? [] : [(noon - start) / HOUR]));
  const noon =
    input.longitude == null ? (middles.length > 0 ? median(middles) : null) : 12 - input.longitude / 15;
  if (noon === null) return [];
  const volts = days.flatMap(({ hours }) =>
    hours.flatMap(({ solar_voltage }) => ((solar_voltage ?? 0) > NIGHT ? [solar_voltage!] : [])),
  );
  // Of a panel of so many volts.
  const whole = volts.length === 0 ? 1 : quantile(volts, 0.95);
  return days.flatMap(({ start, hours }) => {
    if (hours.length === 0 || Math.min(...hours.map(({ temperature }) => temperature)) < SNOW) return [];
    const dayOfYear = Math.floor((start - Date.UTC(new Date(start).getUTCFullYear(), 0, 1)) / DAY) + 1;
    if (cosZenith(input.latitude ?? 47, dayOfYear, 12) < NOON) return [];
    return hours.flatMap(({ time, solar_voltage, temperature }) => {
      if ((solar_voltage ?? 0) < NIGHT) return [];
      const light = solar_voltage! / (1 - COOLING * (temperature - 25)) / (PER_E * whole);
      return [{ day: start / DAY, hour: Math.round((time - start) / HOUR - noon), light, dayOfYear }];
    });
  });
}

/** Light on a plane under a clear sky, W/m²: beam by its angle, the sky's from above. */
function onPlane(latitude: number, dayOfYear: number, hour: number, tilt: number, azimuth: number): number {
  const sin = cosZenith(latitude, dayOfYear, 12 + hour);
  if (sin < 0.05) return 0;
  const beam = 950 * Math.exp(-0.13 / sin);
  const [phi, delta, angle] = [latitude * RADIANS, declination(dayOfYear) * RADIANS, 15 * hour * RADIANS];
  // Sun in east, north, up.
  const east = -Math.cos(delta) * Math.sin(angle);
  const north = Math.sin(delta) * Math.cos(phi) - Math.cos(delta) * Math.sin(phi) * Math.cos(angle);
  const incidence =
    sin * Math.cos(tilt * RADIANS) +
    Math.sin(tilt * RADIANS) * (north * Math.cos(azimuth * RADIANS) + east * Math.sin(azimuth * RADIANS));
  return beam * Math.max(0, incidence) + 90 * Math.sqrt(sin) * (0.5 + 0.5 * Math.cos(tilt * RADIANS));
}

const TILTS = [15, 40, 60, 80] as const;
const AZIMUTHS = [80, 120, 150, 180, 210, 240, 280] as const;

/** The brightest of each hour over a stretch of days, where it was seen often enough. */
function envelope(
  lit: readonly Lit[],
  from: number,
  to: number,
  least: number,
): { hour: number; light: number; dayOfYear: number }[] {
  const hours = new Map<number, Lit[]>();
  for (const one of lit) {
    if (one.day < from || one.day >= to) continue;
    const list = hours.get(one.hour);
    if (list) list.push(one);
    else hours.set(one.hour, [one]);
  }
  return [...hours].flatMap(([hour, list]) => {
    if (list.length < least) return [];
    // The second brightest: clouds and fog can only take away, and not on every day.
    const light = list.map((one) => one.light).sort((a, b) => b - a)[1]!;
    return [{ hour, light, dayOfYear: median(list.map((one) => one.dayOfYear)) }];
  });
}
type Envelope = ReturnType<typeof envelope>;

/** How the panel stands, by what explains best how its light went over hours and weeks. */
function planeOf(blocks: readonly Envelope[], latitude: number) {
  let best: { misfit: number; of: (one: Envelope[number]) => number } | null = null;
  for (const tilt of TILTS)
    for (const azimuth of AZIMUTHS) {
      const of = (one: Envelope[number]) =>
        Math.log(Math.max(15, onPlane(latitude, one.dayOfYear, one.hour, tilt, azimuth)));
      const rests = blocks.flatMap((block) => block.map((one) => one.light - of(one)));
      const middle = median(rests);
      const misfit = rests.reduce((sum, rest) => sum + Math.min(1, Math.abs(rest - middle)), 0);
      if (!best || misfit < best.misfit) best = { misfit, of };
    }
  return best!.of;
}

/** Days of now; blocks of before. */
const RECENT = 18;
const BLOCK = 16;
const MIN_HOURS = 4;
const MIN_DAYS = 8;
/** % of the light that is lost where it is watched (domain.md 2.4), and bad: less was mostly weather. */
const LOST = [50, 55] as const;
/** Share of the light at which a panel is bad. */
export const PANEL_LIMIT = (100 - LOST[1]) / 100;

interface Seen {
  readonly recent: Envelope;
  readonly before: readonly Envelope[];
  readonly of: (one: Envelope[number]) => number;
}
const seen = new WeakMap<DiagnosticContext, Seen | null>();

function seenOf(context: DiagnosticContext): Seen | null {
  const kept = seen.get(context);
  if (kept !== undefined) return kept;
  const lit = litOf(context);
  const last = context.now / DAY;
  const recent = envelope(lit, last - RECENT, last + 1, MIN_DAYS);
  const before = [0, 1, 2, 3].flatMap((i) => {
    const block = envelope(lit, last - RECENT - (i + 1) * BLOCK, last - RECENT - i * BLOCK, MIN_DAYS - 2);
    return block.length >= MIN_HOURS ? [block] : [];
  });
  const enough = recent.length >= MIN_HOURS && before.length >= 2;
  const result = enough
    ? { recent, before, of: planeOf([...before, recent], context.input.latitude ?? 47) }
    : null;
  seen.set(context, result);
  return result;
}

/** Hours from noon in which a panel has the sun before it. */
const CORE = 4;

/** Light of the clearest hours of three weeks against what the panel, as it stands, had before, %. */
export function panelTrend(context: DiagnosticContext): Finding {
  if ((context.interval ?? 600) > OFTEN_ENOUGH) return notWatched('panel_trend', '%', context.interval!);
  const all = seenOf(context);
  if (!all)
    return notEvaluable(
      'panel_trend',
      '%',
      context.drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data',
    );
  const { recent, before, of } = all;
  const rest = (block: Envelope) =>
    quantile(
      block.filter(({ hour }) => Math.abs(hour) <= CORE).map((one) => one.light - of(one)),
      0.6,
    );
  // The oldest two: dirt that grows is on the newer ones already.
  const past = before
    .slice(-2)
    .map(rest)
    .filter((one) => !Number.isNaN(one));
  const now = rest(recent);
  if (past.length < 2 || Number.isNaN(now)) return notEvaluable('panel_trend', '%', 'too_few_days');
  // What the blocks before differ by themselves is weather and an unsure plane: it is taken off.
  const scatter = Math.max(...past) - Math.min(...past);
  const lost = Math.min(...past) - now;
  const left = 100 * Math.exp(-Math.max(0, lost));
  const sure = 100 * (1 - Math.exp(-Math.max(0, lost - 0.5 * scatter)));
  const verdict = graded(sure, ...LOST);
  if (verdict === 'good') return notEvaluable('panel_trend', '%', 'full_sun');
  return found(
    'panel_trend',
    left,
    '%',
    verdict,
    { blocks: past.length, scatter, days: RECENT / 2 + (before.length - 1) * BLOCK },
    {
      confidence: 0.8,
      ruled_out: [{ cause: 'panel_shaded', by: 'both_sides' }],
      candidates: [{ cause: 'panel_shaded', tell: 'look_at_panel' }],
    },
  );
}

/** Hours side by side that must be darker, by how much (ln) against the others, and how the others may differ. */
const DARKER_HOURS = 2;
/** Hours from noon beyond which the sun is too low to tell. */
const WIDE = 6;
const DARKER = 0.6;
/** W/m² that an hour must have under a clear sky, and by how much (ln) it may have differed from itself before. */
const ENOUGH = 250;
const STEADY = 0.4;
/** Blocks before in which an hour must have been seen: a low sun meets a pole for some weeks each year. */
const SEEN = 3;
const OTHERS = 0.3;

/** Light that went from one side of the panel's day, and stayed on the other: a shade takes the sun itself. */
export function shading(context: DiagnosticContext): Finding {
  if ((context.interval ?? 600) > OFTEN_ENOUGH) return notWatched('shading', '%', context.interval!);
  const all = seenOf(context);
  if (!all)
    return notEvaluable(
      'shading',
      '%',
      context.drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data',
    );
  const { recent, before, of } = all;
  const rests = (block: Envelope) => new Map(block.map((one) => [one.hour, one.light - of(one)]));
  const now = rests(recent);
  const pasts = before.map(rests);
  const hours = [...now.keys()]
    .sort((a, b) => a - b)
    .flatMap((hour) => {
      const past = Math.abs(hour) > WIDE ? [] : pasts.flatMap((one) => one.get(hour) ?? []);
      const sun = Math.exp(of({ hour, light: 0, dayOfYear: recent[0]!.dayOfYear }));
      const before = past.slice(0, 2);
      const steady = Math.max(...before) - Math.min(...before) < STEADY;
      return past.length < SEEN || sun < ENOUGH || !steady
        ? []
        : [{ hour, change: now.get(hour)! - median(past) }];
    });
  if (hours.length < 4) return notEvaluable('shading', '%', 'too_few_points');
  const usual = quantile(
    hours.map(({ change }) => change),
    0.7,
  );
  const dark = hours.filter(({ change }) => usual - change > DARKER);
  const runs =
    dark.filter(({ hour }, i) => i > 0 && hour - dark[i - 1]!.hour === 1).length + (dark.length > 0 ? 1 : 0);
  const lost = dark.length === 0 ? 0 : median(dark.map(({ change }) => usual - change));
  const others = hours.filter((one) => !dark.includes(one)).map(({ change }) => Math.abs(change - usual));
  const yes = runs >= DARKER_HOURS && dark.length <= hours.length / 2 && quantile(others, 0.75) < OTHERS;
  if (!yes) return notEvaluable('shading', '%', 'full_sun');
  return found(
    'shading',
    100 * (1 - Math.exp(-lost)),
    '%',
    'watch',
    { from_noon: dark[0]!.hour, to_noon: dark.at(-1)!.hour, hours: dark.length },
    { confidence: 0.82, ruled_out: [{ cause: 'panel_soiled', by: 'one_side' }] },
  );
}
