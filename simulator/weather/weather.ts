/** Weather of a place: season, time of day, shared regions, fronts and spells, clouds, fog, sun and wind. */
import { Ar1, gridHours } from '../ar1.ts';
import { type Key, keyOf } from '../prng.ts';
import { CLIMATES, type Climate, type ClimateName, climateOf } from './climate.ts';
import {
  beamOf,
  clearSky,
  dayOfYear,
  type Sun,
  sinNoonElevation,
  solarHour,
  sunAt,
  underClouds,
} from './sun.ts';
import { type Departure, eventsAt, foggy } from './weather-events.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number;
  /** Its climate; that of its place in France when absent. */
  readonly climate?: ClimateName;
}

export interface Sky {
  /** Air temperature, °C. */
  air: number;
  /** Irradiance on the ground, W/m². */
  irradiance: number;
  /** Direct part of it on a plane that faces the sun, W/m². */
  beam: number;
  /** Cloud cover, 0 to 1. */
  cloud: number;
  /** m/s. */
  wind: number;
  /** Sun's azimuth in degrees from north; meaningless at night. */
  azimuth: number;
  /** Sine of the sun's elevation. */
  sinElevation: number;
}

export const darkSky = (): Sky => ({
  air: 15,
  irradiance: 0,
  beam: 0,
  cloud: 0.5,
  wind: 2,
  azimuth: 0,
  sinElevation: 0,
});

const LOCAL_SIGMA = 0.8;
const CLOUD_SPREAD = 1.8;
/** Gaussian range of a region; gives a correlation of about exp(−1) at 400 km. */
const REACH_KM = 290;
const KM_PER_DEGREE = 111.2;
/**
 * Gusts last for hours (standard deviation of the logarithm, and h), and by day the wind is half as strong
 * again. J
 */
const GUSTS = 0.5;
const GUST_HOURS = 5;

interface Region {
  readonly latitude: number;
  readonly longitude: number;
  readonly key: Key;
  readonly warmth: Ar1;
  readonly cloud: Ar1;
  readonly gusts: Ar1;
}

/** Weather apart from the calendar: a shifted season, and a heat wave. The sun stays that of the date. */
export interface Scene {
  /** Days by which the season's warmth is ahead. */
  readonly seasonDays: number;
  /** ms at which the heat begins, over two days; at which it begins to break, within one. */
  readonly from: number;
  readonly to: number;
  /** °C at its peak. */
  readonly heat: number;
}

/** °C that a scene's heat wave adds at a time (ms). */
function heatAt({ from, to, heat }: Scene, time: number): number {
  const [rise, fall] = [(time - from) / (48 * 3_600_000), 1 - (time - to) / (24 * 3_600_000)];
  return heat * Math.min(1, Math.max(0, Math.min(rise, fall)));
}

/** The regions of one seed, shared by every place. */
export class Weather {
  readonly seed: number;
  readonly scene: Scene | null;
  readonly #regions: Region[] = [];

  constructor(seed: number, scene: Scene | null = null) {
    this.seed = seed;
    this.scene = scene;
    for (let latitude = 37.8; latitude <= 64; latitude += 2.2) {
      for (let longitude = -7; longitude <= 18; longitude += 3.2) {
        const key = keyOf('weather', seed, latitude.toFixed(1), longitude.toFixed(1));
        this.#regions.push({
          latitude,
          longitude,
          key,
          warmth: new Ar1(key, 72, Number.POSITIVE_INFINITY),
          cloud: new Ar1(key ^ 0x2545f491, 20, Number.POSITIVE_INFINITY),
          gusts: new Ar1(key ^ 0x1b873593, GUST_HOURS, Number.POSITIVE_INFINITY),
        });
      }
    }
  }

  /**
   * Regions that influence a place with their weights, so that the sum keeps a variance of 1; the nearest
   * first.
   */
  felt(place: Place): { region: Region; weight: number }[] {
    const all = this.#regions.map((region) => {
      const north = (region.latitude - place.latitude) * KM_PER_DEGREE;
      const east =
        (region.longitude - place.longitude) * KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
      return { region, weight: Math.exp(-(north ** 2 + east ** 2) / REACH_KM ** 2) };
    });
    const near = all.sort((a, b) => b.weight - a.weight).slice(0, 8);
    const norm = Math.sqrt(near.reduce((sum, { weight }) => sum + weight ** 2, 0));
    return near.map(({ region, weight }) => ({ region, weight: weight / norm }));
  }

  at(place: Place, key: string): PlaceWeather {
    return new PlaceWeather(this, place, key);
  }
}

/** Values that change from hour to hour. */
interface Hour {
  readonly offset: number;
  readonly cloud: number;
  readonly wind: number;
}

export class PlaceWeather {
  readonly #place: Place;
  readonly #scene: Scene | null;
  readonly #climate: Climate;
  readonly #felt: { region: Region; weight: number }[];
  readonly #events: Key;
  readonly #local: Ar1;
  readonly #sun: Sun = { sinElevation: 0, azimuth: 0 };
  readonly #departure: Departure = { warmth: 0, wind: 0, clear: 0 };
  // The two grid hours around the time of the last call, so that a step is cheap.
  #hour = Number.NaN;
  #before: Hour = { offset: 0, cloud: 0, wind: 0 };
  #after: Hour = { offset: 0, cloud: 0, wind: 0 };
  #day = Number.NaN;
  #range: [number, number] = [0, 0];
  #fog = false;

  constructor(weather: Weather, place: Place, key: string) {
    this.#place = place;
    this.#scene = weather.scene;
    this.#climate = place.climate ? CLIMATES[place.climate] : climateOf(place);
    this.#felt = weather.felt(place);
    this.#events = (this.#felt[0] as { region: Region }).region.key ^ 0x5ca1ab1e;
    this.#local = new Ar1(keyOf('local', weather.seed, key), 6, 1);
  }

  /** The sky at a time in ms. */
  at(time: number, out: Sky): Sky {
    const hours = gridHours(time);
    this.#enter(hours);
    const part = hours - this.#hour;
    const between = (of: keyof Hour) => this.#before[of] + part * (this.#after[of] - this.#before[of]);
    const { mean, half } = this.#climate;
    const day = dayOfYear(time) + (this.#scene?.seasonDays ?? 0);
    const solar = solarHour(time, this.#place.longitude);
    const sun = sunAt(time, this.#place.latitude, this.#place.longitude, this.#sun);
    const range = this.#rangeAt(hours);
    const season = mean - half * Math.cos((2 * Math.PI * (day - 20)) / 365.25);
    out.air = season + range * Math.cos((2 * Math.PI * (solar - 15)) / 24) + between('offset');
    if (this.#scene) out.air += heatAt(this.#scene, time);
    // Fog hides the sun until noon, then lifts within two hours.
    const hidden = this.#fog && solar < 13 ? Math.min(1, 13 - solar) : 0;
    out.cloud = Math.max(between('cloud'), hidden);
    out.wind = between('wind') * (1 + 0.5 * Math.max(0, sun.sinElevation)) * (hidden > 0 ? 0.3 : 1);
    const clear = clearSky(sun.sinElevation);
    out.irradiance = underClouds(clear, out.cloud);
    out.beam = beamOf(out.irradiance, sun.sinElevation);
    out.azimuth = sun.azimuth;
    out.sinElevation = sun.sinElevation;
    return out;
  }

  #enter(hours: number): void {
    const hour = Math.floor(hours);
    if (hour === this.#hour) return;
    this.#before = hour === this.#hour + 1 ? this.#after : this.#hourOf(hour);
    this.#after = this.#hourOf(hour + 1);
    this.#hour = hour;
    this.#fog = foggy(this.#events, this.#climate, Math.floor(hour / 24)) && this.#before.wind < 6;
  }

  #hourOf(hour: number): Hour {
    let [shared, clouds, gusts] = [0, 0, 0];
    for (const { region, weight } of this.#felt) {
      shared += weight * region.warmth.atHour(hour);
      clouds += weight * region.cloud.atHour(hour);
      gusts += weight * region.gusts.atHour(hour);
    }
    const { spread, wind } = this.#climate;
    eventsAt(this.#events, this.#climate, hour, this.#departure);
    // Fronts and spells cause about half of the days' departure from the season.
    const offset = 0.7 * spread * shared + this.#departure.warmth + LOCAL_SIGMA * this.#local.atHour(hour);
    const cloud = this.#coverOf(clouds, this.#departure.clear);
    return { offset, cloud, wind: wind * 0.8 * Math.exp(GUSTS * gusts) + Math.max(0, this.#departure.wind) };
  }

  #coverOf(shared: number, clear: number): number {
    return 1 / (1 + Math.exp(-(this.#climate.clouds + CLOUD_SPREAD * shared - 3 * clear)));
  }

  #cloudAt(hour: number): number {
    let shared = 0;
    for (const { region, weight } of this.#felt) shared += weight * region.cloud.atHour(hour);
    eventsAt(this.#events, this.#climate, hour, this.#departure);
    return this.#coverOf(shared, this.#departure.clear);
  }

  /** Half the daily range, °C: interpolated between noons, so that it does not jump at midnight. */
  #rangeAt(hours: number): number {
    const noons = hours / 24 - 0.5;
    const day = Math.floor(noons);
    if (day !== this.#day) {
      this.#range = [this.#rangeOfDay(day), this.#rangeOfDay(day + 1)];
      this.#day = day;
    }
    return this.#range[0] + (noons - day) * (this.#range[1] - this.#range[0]);
  }

  #rangeOfDay(day: number): number {
    let cloud = 0;
    for (let hour = 6; hour <= 18; hour += 3) cloud += this.#cloudAt(day * 24 + hour) / 5;
    const noon = sinNoonElevation(day % 365.25, this.#place.latitude);
    return 1.2 + (this.#climate.clearDay - 1.2) * (1 - cloud) * (0.4 + 0.6 * noon);
  }
}
