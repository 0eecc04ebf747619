/** The value below which a share (0 to 1) of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Exponent e of value = c × size^e, by least squares over the logarithms: 0 does not grow, 1 grows in proportion. */
export function exponent(sizes: readonly number[], values: readonly number[]): number {
  const xs = sizes.map(Math.log);
  const ys = values.map((value) => Math.log(Math.max(value, 1e-9)));
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, x, i) => sum + (x - mx) * ((ys[i] ?? 0) - my), 0);
  return covariance / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
}

/** Milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of each of several runs of the same work, after `warm` uncounted ones. */
export async function timeRuns(
  times: number,
  work: (turn: number) => Promise<unknown>,
  warm = 1,
): Promise<number[]> {
  const found: number[] = [];
  for (let turn = -warm; turn < times; turn += 1) {
    const ms = await timeOf(() => work(turn));
    if (turn >= 0) found.push(ms);
  }
  return found;
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition is true; throws after `ms`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 60_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${Math.round(ms / 1000)} s`);
    await sleep(50);
  }
}
