/** Scores of the week ahead: coverage by lead, side, season and time since a change, and chances by tenth. */
import type { DayExtremes } from '@aerowatch/domain/forecast/extremes';
import type { ForecastDay } from '@aerowatch/domain/forecast/forecast-days';
import type { Quantiles } from '@aerowatch/domain/forecast/spread';

const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
interface Sums {
  n: number;
  below: number;
  above: number;
  width: number;
  off: number;
}
/** Chances of a kind. */
interface Bin {
  n: number;
  stated: number;
  came: number;
  /** What came less what was stated, by client: its days have one weather. */
  readonly off: Map<string, number>;
}
const of = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

/** Days after a change, together from the fourth on. */
const sinceOf = (days: number) =>
  days < 1
    ? '0 before'
    : days < 4
      ? `${days} day`
      : days < 8
        ? '4-7'
        : days < 15
          ? '8-14'
          : days < 31
            ? 'later'
            : 'never';

/** What a forecast is counted under. */
function keysOf(client: string, { day, lead, basis }: ForecastDay, hot: boolean, since: number): string[] {
  const season = SEASONS[Math.floor((((day % 365.25) + 31) / 91.4) % 4)]!;
  const ahead = lead < 3 ? '1-2' : lead < 6 ? '3-5' : '6-7';
  return [
    `${basis} lead ${lead}`,
    `${basis} ${season} ${hot ? 'hot' : 'cold'}`,
    `month ${basis} ${client} ${Math.floor(day / 30)}`,
    `since ${sinceOf(Math.floor(since))} ${ahead}`,
    ...(since < 22 ? [`${basis} first weeks ${lead < 4 ? '1-3' : '4-7'}`] : []),
  ];
}

export class WeekScores {
  readonly sums = new Map<string, Sums>();
  readonly bins = new Map<string, Bin>();
  readonly brier = new Map<string, { n: number; own: number; climate: number }>();

  /** Adds both extremes of a day; `since` is the day of issue after the record began, or its change. */
  add(client: string, one: ForecastDay, actual: DayExtremes, slope: number, since: number): void {
    for (const extreme of ['low', 'high'] as const) {
      const hot = (extreme === 'high') === slope > 0;
      for (const key of keysOf(client, one, hot, since))
        this.#count(key, one[extreme], actual[extreme], slope);
    }
  }

  #count(key: string, { p05, p50, p95 }: Quantiles, came: number, slope: number): void {
    const sums = of(this.sums, key, () => ({ n: 0, below: 0, above: 0, width: 0, off: 0 }));
    sums.n += 1;
    // Below is the side of the cold, above that of the heat.
    if (came < p05) sums[slope < 0 ? 'above' : 'below'] += 1;
    if (came > p95) sums[slope < 0 ? 'below' : 'above'] += 1;
    sums.width += p95 - p05;
    sums.off += (p50 - came) / slope;
  }

  /** Adds the hot extreme, and the chance of heat, of one of the hottest days that were forecast. */
  hottest(client: string, one: ForecastDay, actual: DayExtremes, slope: number, happened: boolean): void {
    const key = `hottest ${one.lead < 3 ? '1-2' : one.lead < 6 ? '3-5' : '6-7'}`;
    const hot = slope > 0 ? 'high' : 'low';
    this.#count(key, one[hot], actual[hot], slope);
    this.#bin(key, client, one.margin!.hot, happened);
  }

  #bin(key: string, client: string, stated: number, happened: boolean): void {
    const bin = of(this.bins, key, () => ({ n: 0, stated: 0, came: 0, off: new Map() }));
    const came = happened ? 1 : 0;
    bin.n += 1;
    bin.stated += stated;
    bin.came += came;
    bin.off.set(client, (bin.off.get(client) ?? 0) + came - stated);
  }

  /** Adds the chance of a side, by tenth; above one half also by side and lead. */
  chance(client: string, one: ForecastDay, side: 'hot' | 'cold', happened: boolean, climate: number): void {
    const stated = one.margin![side];
    const so = happened ? 1 : 0;
    this.#bin(`${one.basis} ${Math.min(9, Math.floor(stated * 10))}0 %`, client, stated, happened);
    if (stated > 0.5)
      this.#bin(`${one.basis} above half, ${side}, lead ${one.lead}`, client, stated, happened);
    const brier = of(this.brier, `${one.basis} lead ${one.lead}`, () => ({ n: 0, own: 0, climate: 0 }));
    brier.n += 1;
    brier.own += (stated - so) ** 2;
    brier.climate += (climate - so) ** 2;
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Prints what was summed: `since` by days since a change, else by lead and season. */
export function printScores({ sums, bins, brier }: WeekScores, by: 'all' | 'since'): void {
  const rows = [...sums].sort(([one], [other]) => one.localeCompare(other));
  const line = ([key, { n, below, above, width, off }]: [string, Sums]) =>
    process.stdout.write(
      `${key.padEnd(32)} ${String(n).padStart(7)}  ${percent(1 - (below + above) / n)}  below ${percent(below / n)} above ${percent(above / n)}  width ${(width / n).toFixed(1)} mm  off ${(off / n).toFixed(2)} °C\n`,
    );
  const wanted = (key: string) =>
    by === 'since' ? key.startsWith('since') : !key.startsWith('since') && !key.startsWith('month');
  rows.filter(([key]) => wanted(key)).forEach(line);
  const months = rows.filter(([key, { n }]) => key.startsWith('month') && n > 300);
  months.sort(([, a], [, b]) => (b.below + b.above) / b.n - (a.below + a.above) / a.n);
  months.slice(0, 3).forEach(line);
  for (const [key, { n, stated, came, off }] of [...bins].sort()) {
    const limit = (1.96 * Math.hypot(...off.values())) / n;
    process.stdout.write(
      `${key.padEnd(32)} ${String(n).padStart(7)}  stated ${percent(stated / n)} came ${percent(came / n)} (± ${percent(limit)}, ${off.size} skies)\n`,
    );
  }
  for (const [key, { n, own, climate }] of [...brier].sort())
    process.stdout.write(
      `${key.padEnd(24)} brier ${(own / n).toFixed(4)} skill ${(1 - own / climate).toFixed(3)}\n`,
    );
}
