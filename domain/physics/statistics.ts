/** Robust statistics of sensor data. Inputs are not changed. */

/** Median; NaN for an empty list. */
export function median(values: ArrayLike<number>): number {
  return medianOf(new Float64Array(values));
}

/** The same for numbers that may be reordered. */
function medianOf(own: Float64Array): number {
  if (own.length === 0) return Number.NaN;
  const middle = own.length >> 1;
  const upper = select(own, middle);
  if (own.length % 2 === 1) return upper;
  let lower = own[0]!;
  for (let i = 1; i < middle; i++) if (own[i]! > lower) lower = own[i]!;
  return (lower + upper) / 2;
}

/** The value of a rank (0 is the least); reorders so that no value before it is greater (Hoare). */
function select(values: Float64Array, rank: number): number {
  if (values.length < 40) return values.sort()[rank]!;
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const [below, above] = partition(values, low, high);
    if (rank <= below) high = below;
    else if (rank >= above) low = above;
    else break;
  }
  return values[rank]!;
}

/**
 * Partitions low…high about its middle value: up to the first index none is greater, from the second on none
 * is less.
 */
function partition(values: Float64Array, low: number, high: number): [below: number, above: number] {
  const pivot = values[(low + high) >> 1]!;
  let [i, j] = [low, high];
  while (i <= j) {
    while (values[i]! < pivot) i++;
    while (values[j]! > pivot) j--;
    if (i > j) break;
    const kept = values[i]!;
    values[i++] = values[j]!;
    values[j--] = kept;
  }
  return [j, i];
}

/** The q-quantile (0 to 1), nearest rank; NaN for an empty list. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (values.length === 0) return Number.NaN;
  const own = new Float64Array(values);
  return select(own, Math.min(own.length - 1, Math.max(0, Math.ceil(q * own.length) - 1)));
}

/** Standard deviation estimated from the median absolute deviation, as for a normal distribution. */
export function robustDeviation(values: ArrayLike<number>): number {
  const own = new Float64Array(values);
  const middle = medianOf(own);
  for (let i = 0; i < own.length; i++) own[i] = Math.abs(own[i]! - middle);
  return 1.4826 * medianOf(own);
}

/** y = a + b·x. */
export interface Line {
  readonly a: number;
  readonly b: number;
}

/** Maximum number of points that a Theil–Sen slope compares pair by pair; more are thinned evenly first. */
const PAIRWISE = 150;

/** Theil–Sen line: median slope of all pairs (up to 150 evenly chosen points), median intercept. Null when x does not vary. */
export function theilSen(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): (Line & { readonly error: number }) | null {
  const step = Math.max(1, x.length / PAIRWISE);
  const chosen = Array.from({ length: Math.min(x.length, PAIRWISE) }, (_, i) => Math.floor(i * step));
  const all = new Float64Array((chosen.length * (chosen.length - 1)) / 2);
  let many = 0;
  for (let i = 0; i < chosen.length; i++)
    for (let j = i + 1; j < chosen.length; j++) {
      const run = x[chosen[j]!]! - x[chosen[i]!]!;
      if (run !== 0) all[many++] = (y[chosen[j]!]! - y[chosen[i]!]!) / run;
    }
  if (many === 0) return null;
  const b = median(all.subarray(0, many));
  const rests = Float64Array.from({ length: x.length }, (_, i) => y[i]! - b * x[i]!);
  const a = median(rests);
  // Standard error of the slope from the scatter about the line, as for least squares.
  const centre = mean(x);
  let spread = 0;
  for (let i = 0; i < x.length; i++) spread += (x[i]! - centre) ** 2;
  return { a, b, error: robustDeviation(rests) / Math.sqrt(spread) };
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Least squares with weights; null when x does not vary. */
export function weightedLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weight: ArrayLike<number>,
): Line | null {
  let [w, wx, wy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    w += weight[i]!;
    wx += weight[i]! * x[i]!;
    wy += weight[i]! * y[i]!;
  }
  const [mx, my] = [wx / w, wy / w];
  let [sxx, sxy] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    sxx += weight[i]! * (x[i]! - mx) ** 2;
    sxy += weight[i]! * (x[i]! - mx) * (y[i]! - my);
  }
  if (!(sxx > 0)) return null;
  const b = sxy / sxx;
  return { a: my - b * mx, b };
}

/**
 * Huber's line: least squares in which outliers count less, started from Theil–Sen so that even a quarter of
 * bad points does not bias it. Null when x does not vary.
 */
export function huberLine(x: ArrayLike<number>, y: ArrayLike<number>): Line | null {
  let line: Line | null = theilSen(x, y);
  if (!line) return null;
  const weight = new Float64Array(x.length);
  const rests = new Float64Array(x.length);
  for (let round = 0; round < 20; round++) {
    const { a, b }: Line = line;
    for (let i = 0; i < rests.length; i++) rests[i] = y[i]! - a - b * x[i]!;
    const limit = Math.max(1e-9, 1.345 * robustDeviation(rests));
    for (let i = 0; i < rests.length; i++)
      weight[i] = Math.min(1, limit / Math.max(1e-12, Math.abs(rests[i]!)));
    const next = weightedLine(x, y, weight);
    if (!next) return line;
    const settled = Math.abs(next.b - b) <= 1e-7 * Math.max(1, Math.abs(b));
    line = next;
    if (settled) break;
  }
  return line;
}

/** Pearson's correlation; 0 when either does not vary. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [mx, my] = [mean(x), mean(y)];
  let [sxx, syy, sxy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    sxx += (x[i]! - mx) ** 2;
    syy += (y[i]! - my) ** 2;
    sxy += (x[i]! - mx) * (y[i]! - my);
  }
  return sxx > 0 && syy > 0 ? sxy / Math.sqrt(sxx * syy) : 0;
}
