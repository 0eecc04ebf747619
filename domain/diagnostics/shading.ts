/** Shade: light that a panel lost in some hours of the day only. */

import { DAY, HOUR } from '../durations.ts';
import { cosZenith, declination } from '../physics/solar.ts';
import { median, quantile } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable, notWatched } from './finding.ts';
import { noonHourOf } from './light.ts';
import { isStuckNow } from './stuck-runs.ts';

/** Share by which a panel's voltage falls as the light falls to 1/e, and for each degree of the cell (domain.md 6.4). */
const PER_E = 0.04;
const COOLING = 0.003;
/** Panel voltage below which it is night, V. */
const NIGHT = 0.5;
/** °C below which there may be snow on it. */
const SNOW = 2.5;
/** Sine of the sun's height at noon below which weeks pass without a clear hour, and no day is used. */
const NOON = 0.35;
/** s between measures beyond which shade is not watched. */
const OFTEN_ENOUGH = 7200;
const RADIANS = Math.PI / 180;

/** Brightest light of one hour, ln, up to a constant. */
interface Lit {
  readonly day: number;
  /** h from solar noon, whole. */
  readonly hour: number;
  readonly light: number;
  readonly dayOfYear: number;
}

/** Voltage of the panel in its brightest hours, V. */
function brightestOf(days: readonly Day[]): number {
  const volts: number[] = [];
  for (const { hours } of days)
    for (const { solar_voltage } of hours)
      if (solar_voltage !== null && solar_voltage > NIGHT) volts.push(solar_voltage);
  return volts.length === 0 ? 1 : quantile(volts, 0.95);
}

/** Lit hours of a day, if there was no snow and the noon sun was high enough. */
function litOfDay({ start, hours }: Day, latitude: number, noon: number, whole: number): Lit[] {
  if (hours.length === 0 || hours.some(({ temperature }) => temperature < SNOW)) return [];
  const dayOfYear = Math.floor((start - Date.UTC(new Date(start).getUTCFullYear(), 0, 1)) / DAY) + 1;
  if (cosZenith(latitude, dayOfYear, 12) < NOON) return [];
  const lit: Lit[] = [];
  for (const { time, solar_voltage, temperature } of hours) {
    if (solar_voltage === null || solar_voltage < NIGHT) continue;
    const light = solar_voltage / (1 - COOLING * (temperature - 25)) / (PER_E * whole);
    lit.push({ day: start / DAY, hour: Math.round((time - start) / HOUR - noon), light, dayOfYear });
  }
  return lit;
}

function litOf({ days, input }: DiagnosticContext): Lit[] {
  const noon = noonHourOf(days, input.longitude ?? null);
  if (noon === null) return [];
  const whole = brightestOf(days);
  return days.flatMap((day) => litOfDay(day, input.latitude ?? 47, noon, whole));
}

/** A clear sky: direct and diffuse light, W/m², and the direction of the sun (east, north, up). */
interface Sun {
  readonly beam: number;
  readonly sky: number;
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

/** The clear sky at an hour from noon; null if the sun is too low. */
function sunOf(latitude: number, { dayOfYear, hour }: { dayOfYear: number; hour: number }): Sun | null {
  const up = cosZenith(latitude, dayOfYear, 12 + hour);
  if (up < 0.05) return null;
  const [phi, delta, angle] = [latitude * RADIANS, declination(dayOfYear) * RADIANS, 15 * hour * RADIANS];
  return {
    beam: 950 * Math.exp(-0.13 / up),
    sky: 90 * Math.sqrt(up),
    east: -Math.cos(delta) * Math.sin(angle),
    north: Math.sin(delta) * Math.cos(phi) - Math.cos(delta) * Math.sin(phi) * Math.cos(angle),
    up,
  };
}

/** Orientation of a plane: its normal (east, north, up). */
type Normal = readonly [east: number, north: number, up: number];
const normalOf = (tilt: number, azimuth: number): Normal => [
  Math.sin(tilt * RADIANS) * Math.sin(azimuth * RADIANS),
  Math.sin(tilt * RADIANS) * Math.cos(azimuth * RADIANS),
  Math.cos(tilt * RADIANS),
];

/** ln of the light on a plane under a clear sky, W/m²: direct by the angle, diffuse by the share of sky in view. */
function onPlane(sun: Sun | null, [east, north, up]: Normal): number {
  if (sun === null) return Math.log(LEAST);
  const incidence = sun.up * up + sun.north * north + sun.east * east;
  return Math.log(Math.max(LEAST, sun.beam * Math.max(0, incidence) + sun.sky * (0.5 + 0.5 * up)));
}

/** W/m² below which differences of light are ignored. */
const LEAST = 15;
/** Orientations that are tried, °. */
const TILTS = [15, 40, 60, 80] as const;
const AZIMUTHS = [80, 120, 150, 180, 210, 240, 280] as const;

/** Clear-sky light of each hour over a stretch of days (`from`, `to`), for hours seen on `least` days or more. */
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
    // The second brightest: clouds and fog only take light away, and not on every day.
    const light = list.map((one) => one.light).sort((a, b) => b - a)[1]!;
    return [{ hour, light, dayOfYear: median(list.map((one) => one.dayOfYear)) }];
  });
}
type Envelope = ReturnType<typeof envelope>;

/** ln of the clear-sky light on the panel by hour and day, for the orientation that fits its own light best. */
function planeOf(blocks: readonly Envelope[], latitude: number) {
  const all = blocks.flat().map((one) => ({ light: one.light, sun: sunOf(latitude, one) }));
  const residuals = new Float64Array(all.length);
  let best = { misfit: Number.POSITIVE_INFINITY, normal: normalOf(TILTS[0], AZIMUTHS[0]) };
  for (const tilt of TILTS)
    for (const azimuth of AZIMUTHS) {
      const normal = normalOf(tilt, azimuth);
      for (let i = 0; i < all.length; i++) residuals[i] = all[i]!.light - onPlane(all[i]!.sun, normal);
      const middle = median(residuals);
      let misfit = 0;
      for (const residual of residuals) misfit += Math.min(1, Math.abs(residual - middle));
      if (misfit < best.misfit) best = { misfit, normal };
    }
  return (one: Pick<Envelope[number], 'dayOfYear' | 'hour'>) => onPlane(sunOf(latitude, one), best.normal);
}

/** Days that count as now, days of each earlier block, fewest hours of a block, fewest days of an hour. */
const RECENT = 18;
const BLOCK = 16;
const MIN_HOURS = 4;
const MIN_DAYS = 8;
interface Seen {
  readonly recent: Envelope;
  readonly before: readonly Envelope[];
  readonly of: ReturnType<typeof planeOf>;
}
function seenOf(context: DiagnosticContext): Seen | null {
  const lit = litOf(context);
  const last = context.now / DAY;
  const recent = envelope(lit, last - RECENT, last + 1, MIN_DAYS);
  const before = [0, 1, 2, 3].flatMap((i) => {
    const block = envelope(lit, last - RECENT - (i + 1) * BLOCK, last - RECENT - i * BLOCK, MIN_DAYS - 2);
    return block.length >= MIN_HOURS ? [block] : [];
  });
  if (recent.length < MIN_HOURS || before.length < 2) return null;
  return { recent, before, of: planeOf([...before, recent], context.input.latitude ?? 47) };
}

/** Consecutive hours that must have become darker. */
const DARKER_HOURS = 2;
/** Hours from noon beyond which the sun is too low to judge by. */
const WIDE = 6;
/** ln by which they must be darker than the other hours. */
const DARKER = 0.6;
/** W/m² that an hour must have under a clear sky, and ln by which it may have varied before. */
const ENOUGH = 250;
const STEADY = 0.4;
/** Earlier blocks in which an hour must have been seen: a low sun meets a pole for some weeks each year. */
const SEEN = 3;
/** ln by which the other hours may differ. */
const OTHERS = 0.3;

/** Light, %, that the panel lost in some hours of the day while the others kept theirs: shade takes direct sun. */
export function shading(context: DiagnosticContext): Finding {
  if ((context.interval ?? 600) > OFTEN_ENOUGH) return notWatched('shading', '%', context.interval!);
  if (isStuckNow(context, 'temperature')) return notEvaluable('shading', '%', 'sensor_stuck');
  const all = seenOf(context);
  if (!all)
    return notEvaluable(
      'shading',
      '%',
      context.drive.light.some((one) => one > 0) ? 'too_few_days' : 'no_data',
    );
  const { recent, before, of } = all;
  const residuals = (block: Envelope) => new Map(block.map((one) => [one.hour, one.light - of(one)]));
  const now = residuals(recent);
  const pasts = before.map(residuals);
  const hours = [...now.keys()]
    .sort((a, b) => a - b)
    .flatMap((hour) => {
      const past = Math.abs(hour) > WIDE ? [] : pasts.flatMap((one) => one.get(hour) ?? []);
      const sun = Math.exp(of({ hour, dayOfYear: recent[0]!.dayOfYear }));
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
    { confidence: 0.82, ruled_out: [{ cause: 'panel_soiled', by: 'some_hours' }] },
  );
}
