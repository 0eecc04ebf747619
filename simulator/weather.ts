/** Weather of a place: season, time of day, regions in common, clouds and sun (domain model, section 6.3). */
import { Ar1, gridHours } from './ar1.ts';
import { keyOf } from './prng.ts';
import { clearSky, dayOfYear, type Sun, sinNoonElevation, solarHour, sunAt, underClouds } from './sun.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number;
}

export interface Sky {
  /** Air temperature, °C. */
  air: number;
  /** Irradiance on the ground, W/m². */
  irradiance: number;
  /** Cloud cover, 0 to 1. */
  cloud: number;
  /** Sun's azimuth in degrees from north; meaningless at night. */
  azimuth: number;
  /** Sine of the sun's elevation. */
  sinElevation: number;
}

const REGION_SIGMA = 3.6;
const LOCAL_SIGMA = 0.8;
const CLOUD_OFFSET = 1.2;
const CLOUD_SPREAD = 1.8;
/** The fit of monthly means is on older normals; 1991–2020 is warmer. */
const WARMING = 1.3;
/** Gaussian reach of a region; gives a correlation of about exp(−1) at 400 km. */
const REACH_KM = 290;
const KM_PER_DEGREE = 111.2;

interface Region {
  readonly latitude: number;
  readonly longitude: number;
  readonly warmth: Ar1;
  readonly cloud: Ar1;
}

/** The regions of one seed, shared by every place. */
export class Weather {
  readonly seed: number;
  readonly #regions: Region[] = [];

  constructor(seed: number) {
    this.seed = seed;
    for (let latitude = 40; latitude <= 53; latitude += 2.2) {
      for (let longitude = -7; longitude <= 11; longitude += 3.2) {
        const key = keyOf('weather', seed, latitude.toFixed(1), longitude.toFixed(1));
        this.#regions.push({
          latitude,
          longitude,
          warmth: new Ar1(key, 72, Number.POSITIVE_INFINITY),
          cloud: new Ar1(key ^ 0x2545f491, 20, Number.POSITIVE_INFINITY),
        });
      }
    }
  }

  /** Regions felt at a place with their weights, so that the sum keeps a variance of 1. */
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

export class PlaceWeather {
  readonly #place: Place;
  readonly #felt: { region: Region; weight: number }[];
  readonly #local: Ar1;
  readonly #mean: number;
  readonly #half: number;
  readonly #sun: Sun = { sinElevation: 0, azimuth: 0 };
  // The two grid hours around the last time asked, so that a step costs little.
  #hour = Number.NaN;
  #offset: [number, number] = [0, 0];
  #cloud: [number, number] = [0, 0];
  #day = Number.NaN;
  #range: [number, number] = [0, 0];

  constructor(weather: Weather, place: Place, key: string) {
    this.#place = place;
    this.#felt = weather.felt(place);
    this.#local = new Ar1(keyOf('local', weather.seed, key), 6, 1);
    this.#mean =
      12.0 -
      0.6 * (place.latitude - 46) -
      0.05 * (place.longitude - 2) +
      WARMING -
      (6.5 * place.altitude) / 1000;
    this.#half = 7.8 - 0.09 * (place.latitude - 46) + 0.26 * (place.longitude - 2);
  }

  /** The sky at a time in ms. */
  at(time: number, out: Sky): Sky {
    const hours = gridHours(time);
    const hour = Math.floor(hours);
    if (hour !== this.#hour) {
      this.#offset = [this.#offsetAt(hour), this.#offsetAt(hour + 1)];
      this.#cloud = [this.#cloudAt(hour), this.#cloudAt(hour + 1)];
      this.#hour = hour;
    }
    const part = hours - hour;
    const offset = this.#offset[0] + part * (this.#offset[1] - this.#offset[0]);
    const cloud = this.#cloud[0] + part * (this.#cloud[1] - this.#cloud[0]);
    const day = dayOfYear(time);
    const solar = solarHour(time, this.#place.longitude);
    const sun = sunAt(time, this.#place.latitude, this.#place.longitude, this.#sun);
    const season = this.#mean - this.#half * Math.cos((2 * Math.PI * (day - 20)) / 365.25);
    out.air = season + this.#rangeAt(hours) * Math.cos((2 * Math.PI * (solar - 15)) / 24) + offset;
    out.cloud = cloud;
    out.irradiance = underClouds(clearSky(sun.sinElevation), cloud);
    out.azimuth = sun.azimuth;
    out.sinElevation = sun.sinElevation;
    return out;
  }

  #offsetAt(hour: number): number {
    let shared = 0;
    for (const { region, weight } of this.#felt) shared += weight * region.warmth.atHour(hour);
    return REGION_SIGMA * shared + LOCAL_SIGMA * this.#local.atHour(hour);
  }

  #cloudAt(hour: number): number {
    let shared = 0;
    for (const { region, weight } of this.#felt) shared += weight * region.cloud.atHour(hour);
    return 1 / (1 + Math.exp(-(CLOUD_OFFSET + CLOUD_SPREAD * shared)));
  }

  /** Half the daily range, °C: between the noons of two days, so that midnight brings no step. */
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
    return 1.5 + 5.5 * (1 - cloud) * (0.5 + 0.5 * noon);
  }
}
