/** Weather of a world written from docs/domain.md alone, independent of the simulator and the methods. */
import { Draws, keyOf } from '@aerowatch/simulator/prng';

/** Minutes between its steps. */
export const STEP = 10;
export const PER_DAY = (24 * 60) / STEP;
const RADIANS = Math.PI / 180;

export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}

/** Five climates of France, by their monthly means (6.3), and one at high altitude. */
export const PLACES: readonly Place[] = [
  { name: 'brest', latitude: 48.4, longitude: -4.5, altitude: 40 },
  { name: 'lille', latitude: 50.6, longitude: 3.1, altitude: 25 },
  { name: 'strasbourg', latitude: 48.6, longitude: 7.7, altitude: 140 },
  { name: 'marseille', latitude: 43.3, longitude: 5.4, altitude: 20 },
  { name: 'frasne', latitude: 46.9, longitude: 6.2, altitude: 850 },
];

/** A first-order autoregression of unit variance with a memory in hours. */
export class Memory {
  #value: number;
  readonly #keep: number;
  readonly #draws: Draws;
  constructor(draws: Draws, hours: number) {
    this.#keep = Math.exp(-STEP / 60 / hours);
    this.#draws = draws;
    this.#value = draws.normal(0, 1);
  }
  next(): number {
    this.#value =
      this.#keep * this.#value + Math.sqrt(1 - this.#keep * this.#keep) * this.#draws.normal(0, 1);
    return this.#value;
  }
}

/** Sine of the sun's elevation. */
function elevation({ latitude, longitude }: Place, day: number, minute: number): number {
  const year = day % 365.25;
  const declination = -23.44 * RADIANS * Math.cos((2 * Math.PI * (year + 10)) / 365.25);
  const hour = ((minute / 60 + longitude / 15 - 12) * 15 * RADIANS) as number;
  const phi = latitude * RADIANS;
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hour);
}

/** Sun on a level plane, W/m²: Haurwitz under Kasten and Czeplak's cloud. */
function sunlight(sine: number, cloud: number): number {
  if (sine <= 0.02) return 0;
  return 1098 * sine * Math.exp(-0.059 / sine) * (1 - 0.75 * cloud ** 3.4);
}

/**
 * Air temperature from season and time of day, without weather. `clear` is the cloudless share of the day.
 */
function climateAir(place: Place, day: number, minute: number, clear: number): number {
  const { latitude, longitude, altitude } = place;
  const mean = 12 + 1.3 - 0.6 * (latitude - 46) - 0.05 * (longitude - 2);
  const half = 7.8 - 0.09 * (latitude - 46) + 0.26 * (longitude - 2);
  const noon = Math.max(0, elevation(place, day, 720 - longitude * 4));
  const swing = 1.5 + 5.5 * clear * (0.5 + 0.5 * noon);
  const solar = minute / 60 + longitude / 15;
  return (
    mean -
    half * Math.cos((2 * Math.PI * ((day % 365.25) - 20)) / 365.25) +
    swing * Math.cos((2 * Math.PI * (solar - 15)) / 24) -
    0.0065 * altitude
  );
}

export interface Sky {
  readonly air: Float64Array;
  readonly sun: Float64Array;
}

/** Weather of a place from a day (days since 1970), step by step; determined by `seed` and the place. */
export function skyOf(place: Place, seed: number, from: number, days: number): Sky {
  const draws = new Draws(keyOf('plain sky', seed, place.name));
  const region = new Memory(draws, 72);
  const local = new Memory(draws, 6);
  const veil = new Memory(draws, 20);
  const n = days * PER_DAY;
  const sky = { air: new Float64Array(n), sun: new Float64Array(n) };
  const cloud = new Float64Array(n);
  for (let i = 0; i < n; i++) cloud[i] = 1 / (1 + Math.exp(-(1.2 + 1.8 * veil.next())));
  for (let day = 0; day < days; day++) {
    const today = cloud.subarray(day * PER_DAY, (day + 1) * PER_DAY);
    const clear = 1 - today.reduce((sum, one) => sum + one, 0) / PER_DAY;
    for (let k = 0; k < PER_DAY; k++) {
      const at = day * PER_DAY + k;
      sky.air[at] = climateAir(place, from + day, k * STEP, clear) + 3.6 * region.next() + 0.8 * local.next();
      sky.sun[at] = sunlight(elevation(place, from + day, k * STEP), today[k]!);
    }
  }
  return sky;
}

/**
 * Clear days that end with one whose hottest (or coldest) air is the requested one, in the year's own season
 * for it.
 */
export function extremeDays(place: Place, year: number, air: number, hot: boolean, days: number): Sky {
  const from = Math.round(year * 365.25) + (hot ? 195 : 14);
  const n = days * PER_DAY;
  const sky = { air: new Float64Array(n), sun: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    const day = from + Math.floor(i / PER_DAY);
    const minute = (i % PER_DAY) * STEP;
    sky.air[i] = climateAir(place, day, minute, 0.9);
    sky.sun[i] = sunlight(elevation(place, day, minute), 0.1);
  }
  const last = sky.air.subarray(n - PER_DAY);
  const shift = air - (hot ? Math.max(...last) : Math.min(...last));
  for (let i = 0; i < n; i++) sky.air[i]! += shift;
  return sky;
}

/** A service's forecasts: a constant error of its place, and one that grows with the days ahead. */
export class Service {
  readonly #sky: Sky;
  readonly #common: Float64Array;
  readonly #bias: number;
  readonly #seed: string;
  readonly #least: number;
  /** `least`: its error on the first day, °C. */
  constructor(sky: Sky, seed: string) {
    const draws = new Draws(keyOf('service', seed));
    this.#sky = sky;
    this.#seed = seed;
    this.#bias = Math.max(-2, Math.min(2, draws.normal(0, 1)));
    this.#least = draws.uniform(0.9, 1.4);
    const memory = new Memory(draws, 30);
    this.#common = Float64Array.from(sky.air, () => memory.next());
  }
  /**
   * Air and sun of `hours` hours from hour `from` (hours since the sky's first), as forecast on a day (0
   * first).
   */
  told(issued: number, from: number, hours: number): { temperature: Float64Array; radiation: Float64Array } {
    const draws = new Draws(keyOf('issue', this.#seed, issued));
    const fresh = new Memory(draws, 4);
    const light = new Memory(draws, 4);
    const temperature = new Float64Array(hours);
    const radiation = new Float64Array(hours);
    for (let h = 0; h < hours; h++) {
      const at = Math.max(0, Math.min(this.#sky.air.length - 1, ((from + h) * 60) / STEP));
      const lead = Math.max(0, (from + h) / 24 - issued);
      const size = this.#least + 0.3 * lead;
      const error = size * (Math.sqrt(0.6) * this.#common[at]! + Math.sqrt(0.4) * fresh.next());
      temperature[h] = this.#sky.air[at]! + this.#bias + error;
      radiation[h] = this.#sky.sun[at]! * Math.max(0.2, 1 + 0.12 * Math.sqrt(1 + lead) * light.next());
    }
    return { temperature, radiation };
  }
}
