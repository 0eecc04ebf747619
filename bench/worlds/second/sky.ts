import { type AirMasses, type ExtremeWeek, makeAirMasses } from './air-masses.ts';
import { bySeason, CLIMATES, type Climate, type ClimateName } from './climates.ts';
import { makeMemory, makeRandom, type Random } from './random.ts';
import { clearSky, dayOfYear, sunAt } from './sun.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Days of weather beyond the last one, for the forecasts that are issued near the end. */
const TAIL_DAYS = 8;

export interface SkyOptions {
  seed: number | string;
  climate: ClimateName;
  /** UTC ms, rounded down to midnight. */
  startMs: number;
  days: number;
  extremeWeek?: ExtremeWeek;
}

/** True weather of a place. All arrays have one value an hour, the first at `startMs`. */
export interface Sky {
  seed: string;
  climate: Climate;
  startMs: number;
  days: number;
  /** Values in every array: `days` and eight more. */
  hours: number;
  /** Air in the shade, °C. */
  airC: Float64Array;
  /** The part of `airC` that season and air masses bring, without the day's own warmth. */
  largeC: Float64Array;
  /** °C of the season alone. */
  seasonC: Float64Array;
  /** Global radiation on the flat, W/m², mean of the hour that ends then, no horizon. */
  globalWm2: Float64Array;
  /** Share of the clear sky's light that clouds and fog let through. */
  clearness: Float64Array;
  windMs: Float64Array;
  /** 0 to 1, fog counted as 1. */
  cloud: Float64Array;
  /** The same without fog: what a model that misses fog sees. */
  cloudAbove: Float64Array;
  fog: Uint8Array;
  /** Snowfall, mm of water an hour. */
  snowMmH: Float64Array;
}

/** Share of light under this cloud cover (Kasten and Czeplak 1980). */
export function throughCloud(cloud: number): number {
  return 1 - 0.75 * cloud ** 3.4;
}

/** Mean of the clear sky over the hour that ends at `ms`. */
export function clearHour(ms: number, climate: Climate): number {
  let sum = 0;
  for (const back of [10, 30, 50]) {
    const at = ms - back * 60_000;
    sum += clearSky(sunAt(at, dayOfYear(at), climate.latitude, climate.longitude).sine, climate.altitudeM);
  }
  return sum / 3;
}

const solarHour = (ms: number, climate: Climate) => ((ms % DAY) / HOUR + climate.longitude / 15 + 24) % 24;

function addCloudAndWind(sky: Sky, masses: AirMasses, random: Random): void {
  const { climate } = sky;
  const hourly = makeMemory(random, 7);
  const gusts = makeMemory(random, 9);
  for (let hour = 0; hour < sky.hours; hour++) {
    const ms = sky.startMs + hour * HOUR;
    const yearDay = dayOfYear(ms);
    const mean = bySeason(climate.cloud, yearDay);
    const odds = Math.log(mean / (1 - mean)) * 1.5 + masses.cloudOdds[hour]! + 1.6 * hourly();
    sky.cloudAbove[hour] = sky.cloud[hour] = 1 / (1 + Math.exp(-odds));
    const daily = 1 + 0.35 * Math.cos((2 * Math.PI * (solarHour(ms, climate) - 14)) / 24);
    const wind =
      bySeason(climate.windMs, yearDay) * masses.wind[hour]! * daily * Math.exp(0.3 * gusts() - 0.045);
    sky.windMs[hour] = Math.min(28, Math.max(0.2, wind));
  }
}

/** Fog of clear, calm nights: gone by noon on most days, lying all day on some. */
function addFog(sky: Sky, random: Random): void {
  for (let hour = 6; hour < sky.hours; hour++) {
    const ms = sky.startMs + hour * HOUR;
    if (Math.floor(solarHour(ms, sky.climate)) !== 2) continue;
    const [starts, whole, ends] = [random.between(0, 5), random.chance(0.22), random.between(6, 11)];
    const likely = bySeason(sky.climate.fog, dayOfYear(ms)) * (sky.fog[hour - 5] ? 3 : 1);
    const calm = sky.windMs[hour]! < 2.6 && sky.cloudAbove[hour - 3]! < 0.6;
    if (!(calm && random.chance(Math.min(0.9, likely * 1.6)))) continue;
    const from = hour + Math.round(starts);
    const to = Math.min(sky.hours, hour + Math.round(whole ? 20 : Math.max(ends, starts + 2)));
    for (let at = from; at < to; at++) {
      sky.fog[at] = 1;
      sky.cloud[at] = 1;
      sky.windMs[at]! *= 0.6;
    }
  }
}

function addLight(sky: Sky): void {
  for (let hour = 0; hour < sky.hours; hour++) {
    sky.clearness[hour] = throughCloud(sky.cloud[hour]!);
    sky.globalWm2[hour] = clearHour(sky.startMs + hour * HOUR, sky.climate) * sky.clearness[hour]!;
  }
}

/**
 * The day's own warmth: a layer of air that light heats, that a clear night cools, and that forgets in five hours,
 * which puts the warmest hour three to four hours after noon.
 */
function addAir(sky: Sky, masses: AirMasses, random: Random): void {
  const { climate, hours } = sky;
  const own = new Float64Array(hours);
  const restless = makeMemory(random, 5);
  let warmth = 0;
  for (let hour = 0; hour < hours; hour++) {
    const loss = 85 * (1 - 0.8 * sky.cloud[hour]! ** 2);
    const stirred = 1 + 0.05 * sky.windMs[hour]!;
    const gain = (0.0072 * climate.diurnal * (0.75 * sky.globalWm2[hour]! - loss)) / stirred;
    warmth = warmth * Math.exp(-1 / 5) + gain * 0.9;
    own[hour] = warmth;
  }
  // The season's mean already holds most of what a day's mean light brings.
  let sum = 0;
  for (let hour = 0; hour < hours; hour++) {
    sum += own[hour]! - (hour >= 24 ? own[hour - 24]! : 0);
    const mean = sum / Math.min(24, hour + 1);
    const yearDay = dayOfYear(sky.startMs + hour * HOUR);
    sky.seasonC[hour] =
      climate.meanC - climate.halfRangeC * Math.cos((2 * Math.PI * (yearDay - 20)) / 365.25);
    sky.largeC[hour] = sky.seasonC[hour]! + masses.anomaly[hour]!;
    sky.airC[hour] = sky.largeC[hour]! + own[hour]! - 0.75 * mean + 0.35 * restless();
  }
}

function addSnow(sky: Sky, random: Random): void {
  const wet = makeMemory(random, 8);
  for (let hour = 0; hour < sky.hours; hour++) {
    const falls = wet() > 0.95 && sky.cloudAbove[hour]! > 0.82;
    const rate = random.exponential(0.9);
    if (falls && sky.airC[hour]! < 1.2) sky.snowMmH[hour] = rate;
  }
}

/** True weather of one place by the hour, for `days` days from `startMs`. The same options give the same sky. */
export function makeSky(options: SkyOptions): Sky {
  const hours = (options.days + TAIL_DAYS) * 24;
  const startMs = Math.floor(options.startMs / DAY) * DAY;
  const climate = CLIMATES[options.climate];
  const column = () => new Float64Array(hours);
  const sky: Sky = {
    seed: `${options.seed}/${options.climate}`,
    climate,
    startMs,
    days: options.days,
    hours,
    airC: column(),
    largeC: column(),
    seasonC: column(),
    globalWm2: column(),
    clearness: column(),
    windMs: column(),
    cloud: column(),
    cloudAbove: column(),
    fog: new Uint8Array(hours),
    snowMmH: column(),
  };
  const yearDayOf = (hour: number) => dayOfYear(startMs + hour * HOUR);
  const random = (part: string) => makeRandom(sky.seed, part);
  const masses = makeAirMasses(climate, random('masses'), hours, yearDayOf, options.extremeWeek);
  addCloudAndWind(sky, masses, random('cloud'));
  addFog(sky, random('fog'));
  addLight(sky);
  addAir(sky, masses, random('air'));
  addSnow(sky, random('snow'));
  return sky;
}
