import { HOUR } from '@aerowatch/domain/durations';
import { type Key, normalAt } from './prng.ts';

/** 2015-01-01: no measure is older, so every index is positive. */
const ORIGIN = Date.UTC(2015, 0, 1);
const BLOCK = 512;

/**
 * A first-order autoregressive process of variance 1 on an hourly grid, as a pure function of key and
 * time: each block of the grid is computed after a warm-up long enough to forget its start.
 */
export class Ar1 {
  readonly #key: Key;
  readonly #memory: number;
  readonly #innovation: number;
  readonly #warmUp: number;
  readonly #keep: number;
  readonly #blocks = new Map<number, Float32Array>();

  /**
   * @param tauHours time after which the correlation is 1/e. @param keep number of blocks cached (512 h
   * each).
   */
  constructor(key: Key, tauHours: number, keep: number) {
    this.#key = key;
    this.#memory = Math.exp(-1 / tauHours);
    this.#innovation = Math.sqrt(1 - this.#memory ** 2);
    this.#warmUp = Math.ceil(8 * tauHours);
    this.#keep = keep;
  }

  /** Value at a grid hour (hours since 2015-01-01 UTC). */
  atHour(hour: number): number {
    const number = Math.floor(hour / BLOCK);
    let block = this.#blocks.get(number);
    if (!block) {
      block = this.#compute(number);
      if (this.#blocks.size >= this.#keep) this.#blocks.delete(this.#blocks.keys().next().value as number);
      this.#blocks.set(number, block);
    }
    return block[hour - number * BLOCK] as number;
  }

  #compute(number: number): Float32Array {
    const values = new Float32Array(BLOCK);
    const first = number * BLOCK;
    let value = 0;
    for (let hour = first - this.#warmUp; hour < first + BLOCK; hour++) {
      value = this.#memory * value + this.#innovation * normalAt(this.#key, hour);
      if (hour >= first) values[hour - first] = value;
    }
    return values;
  }
}

/** Hours since 2015-01-01 UTC of a time in ms, with its fraction. */
export function gridHours(time: number): number {
  return (time - ORIGIN) / HOUR;
}
