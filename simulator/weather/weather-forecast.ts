/**
 * Forecast of a weather service for a place: the simulator's own weather with realistic forecast errors. They
 * grow with the lead, are alike in neighbouring hours and from one issue to the next, and a grid point lies
 * elsewhere than the pole. Root mean squares of the daily extremes: 1.15, 1.65 and 2.65 °C at 1, 3 and 7
 * days.
 */
import { HOUR } from '@aerowatch/domain/durations';
import { Ar1, gridHours } from '../ar1.ts';
import { Draws, type Key, keyOf } from '../prng.ts';
import { darkSky, type PlaceWeather, type Sky } from './weather.ts';

/** °C at a lead of `days`, the day of issue being 0. */
const errorAt = (days: number) => 0.9 + 0.25 * Math.max(0, days);
/** Standard deviation of a grid point's permanent error, °C. */
const GRID = 1.2;
/** Shares of the variance: common to all issues, one issue's over days, and over hours. */
const PARTS = { common: 0.3, issue: 0.5, hours: 0.2 } as const;
/** Correlation time of the common part, hours. */
const COMMON_HOURS = 40;
const ISSUE_HOURS = 36;
const SHORT_HOURS = 8;
/** Relative error of the sun at lead 0, and what each day adds. */
const SUN = [0.12, 0.05] as const;

export interface ForecastHour {
  /** °C. */
  readonly temperature: number;
  /** W/m². */
  readonly radiation: number;
}

export class PlaceForecast {
  readonly #place: PlaceWeather;
  readonly #key: Key;
  readonly #common: Ar1;
  readonly #bias: number;
  readonly #sky: Sky = darkSky();
  #issue = Number.NaN;
  #slow: Ar1 | undefined;
  #fast: Ar1 | undefined;
  #clouds: Ar1 | undefined;

  /** @param name the key of the errors: places with the same name have the same errors. */
  constructor(place: PlaceWeather, name: string) {
    this.#place = place;
    this.#key = keyOf('forecast', name);
    this.#common = new Ar1(keyOf('forecast common', name), COMMON_HOURS, 4);
    this.#bias = new Draws(keyOf('forecast grid', name)).normal(0, GRID);
  }

  /**
   * The forecast of an issue (ms) for an hour (ms); hours before the issue come from that issue's analysis.
   */
  at(issued: number, time: number): ForecastHour {
    this.#enter(issued);
    const hour = Math.floor(gridHours(time));
    const lead = (time - issued) / (24 * HOUR);
    const z =
      Math.sqrt(PARTS.common) * this.#common.atHour(hour) +
      Math.sqrt(PARTS.issue) * this.#slow!.atHour(hour) +
      Math.sqrt(PARTS.hours) * this.#fast!.atHour(hour);
    const sky = this.#place.at(time, this.#sky);
    const sun = 1 + (SUN[0] + SUN[1] * Math.max(0, lead)) * this.#clouds!.atHour(hour);
    return {
      temperature: sky.air + this.#bias + errorAt(Math.floor(lead)) * z,
      radiation: Math.max(0, sky.irradiance * Math.min(1.6, Math.max(0.2, sun))),
    };
  }

  #enter(issued: number): void {
    if (issued === this.#issue) return;
    this.#issue = issued;
    const of = (name: string) => keyOf(name, this.#key, issued / HOUR);
    this.#slow = new Ar1(of('slow'), ISSUE_HOURS, 2);
    this.#fast = new Ar1(of('fast'), SHORT_HOURS, 2);
    this.#clouds = new Ar1(of('clouds'), 20, 2);
  }
}
