/** A read of the product that differs from the naive reading. */
export interface Difference {
  /** Number of the case in the batch. */
  readonly number: number;
  readonly read: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** The mean of a bucket is rounded to a thousandth, in files before conversion to psi. */
export const ROUNDING = { metric: 0.000_501, imperial: 0.008 } as const;

/**
 * Where two JSON values first differ; null when they are equal. Numbers are equal when they are equal in
 * single precision or differ by no more than `rounding`.
 */
export function firstDifference(expected: unknown, got: unknown, rounding = 0, path = ''): string | null {
  if (typeof expected === 'number' && typeof got === 'number')
    return same(expected, got, rounding) ? null : `${path}: ${expected} ≠ ${got}`;
  if (Array.isArray(expected) && Array.isArray(got)) {
    if (expected.length !== got.length) return `${path}: ${expected.length} ≠ ${got.length} items`;
    return firstOf(
      expected.entries(),
      (index) => got[index],
      (index) => `${path}[${index}]`,
      rounding,
    );
  }
  if (typeof expected === 'object' && typeof got === 'object' && expected !== null && got !== null) {
    const value = (key: string) => (got as Record<string, unknown>)[key];
    return firstOf(Object.entries(expected), value, (key) => `${path}.${key}`, rounding);
  }
  return expected === got ? null : `${path}: ${JSON.stringify(expected)} ≠ ${JSON.stringify(got)}`;
}

function same(expected: number, got: number, rounding: number): boolean {
  if (Object.is(expected, got) || expected === got || Math.fround(expected) === Math.fround(got)) return true;
  const margin = rounding + Math.abs(expected) * (rounding > 0 ? 1e-6 : 1e-7);
  return Math.abs(expected - got) <= margin;
}

function firstOf<Key>(
  expected: Iterable<[Key, unknown]>,
  got: (key: Key) => unknown,
  pathOf: (key: Key) => string,
  rounding: number,
): string | null {
  for (const [key, value] of expected) {
    const found = firstDifference(value, got(key), rounding, pathOf(key));
    if (found !== null) return found;
  }
  return null;
}
