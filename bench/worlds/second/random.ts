/** A small seeded source of randomness (sfc32, seeded by FNV-1a hashes), so that a world is the same every time. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Standard normal. */
  normal(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** Exponential with this mean. */
  exponential(mean: number): number;
  pick<T>(list: readonly T[]): T;
}

function hash(text: string, salt: number): number {
  let sum = 2166136261 ^ salt;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619);
  return (sum ^ (sum >>> 15)) >>> 0;
}

/**
 * A stream of its own for every list of parts: what one part of the world draws does not move what another one
 * draws, so an option that is added leaves the rest of a world as it was.
 */
export function makeRandom(...parts: (string | number)[]): Random {
  const text = parts.join('/');
  let [a, b, c, counter] = [hash(text, 1), hash(text, 77), hash(text, 4099), 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let warm = 0; warm < 15; warm++) next();
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    exponential: (mean) => -mean * Math.log(1 - next()),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  };
}

/**
 * A stationary first-order process of unit variance: neighbours `steps` apart correlate by exp(-steps/memory).
 * @returns the next value at every call
 */
export function makeMemory(random: Random, memory: number): () => number {
  const keep = Math.exp(-1 / memory);
  const fresh = Math.sqrt(1 - keep * keep);
  let value = random.normal();
  return () => {
    value = keep * value + fresh * random.normal();
    return value;
  };
}
