/**
 * Random numbers by key: every draw is a function of its subject (seed, serial number, time), never of the
 * draws before it. Box N does not depend on box N−1, and a measure sent twice has the same values.
 */
export type Key = number;

const UINT32 = 4_294_967_296;

/** Finaliser of MurmurHash3: spreads every bit of a 32-bit number over all of them. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit key from words and numbers. */
export function keyOf(...parts: readonly (string | number)[]): Key {
  let h = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = mix(h ^ text.length);
  }
  return h >>> 0;
}

/** Uniform in [0, 1) for a key and an index (a time, a counter). */
export function uniformAt(key: Key, index: number): number {
  // Indexes are times in seconds or counters up to 2^32 and beyond, so both halves are used.
  const low = index >>> 0;
  const high = Math.floor(index / UINT32);
  return mix(mix(key ^ Math.imul(low, 0x9e3779b1)) + high) / UINT32;
}

/** Standard normal for a key and an index (Box–Muller, one of the pair). */
export function normalAt(key: Key, index: number): number {
  const u = 1 - uniformAt(key, index);
  const v = uniformAt(key ^ 0x5bd1e995, index);
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}

/** A sequence of draws under one key (mulberry32), for things drawn once, such as a fleet. */
export class Draws {
  #state: number;

  constructor(key: Key) {
    this.#state = key >>> 0;
  }

  /** Uniform in [low, high). */
  uniform(low = 0, high = 1): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return low + (((t ^ (t >>> 14)) >>> 0) / UINT32) * (high - low);
  }

  /** Normal with mean and standard deviation. */
  normal(mean = 0, deviation = 1): number {
    const u = 1 - this.uniform();
    return mean + deviation * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Whole number in [low, high]. */
  integer(low: number, high: number): number {
    return Math.floor(this.uniform(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)] as T;
  }
}
