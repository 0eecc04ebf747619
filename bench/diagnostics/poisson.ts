/** Uncertainty of a count. */

/** Chance of at most `count` events where `mean` are expected. */
function atMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let i = 1; i <= count; i++) {
    term *= mean / i;
    sum += term;
  }
  return sum;
}

/** The mean at which `of` falls to `level`, between 0 and a bound that certainly contains it. */
function meanAt(of: (mean: number) => number, level: number, most: number): number {
  let [low, high] = [0, most];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Exact 95 % interval of the mean of a Poisson distribution with `count` observed events (Garwood 1936). */
export function poissonInterval(count: number): [number, number] {
  const most = count + 10 + 6 * Math.sqrt(count + 1);
  const low = count === 0 ? 0 : meanAt((mean) => atMost(count - 1, mean), 0.975, most);
  return [low, meanAt((mean) => atMost(count, mean), 0.025, most)];
}
