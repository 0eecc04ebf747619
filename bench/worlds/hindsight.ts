/**
 * The same comparison in the simulator's world, by hindsight: what a record up to a day predicts for the
 * hottest and coldest days of the whole year, compared with the AERO's position in their warmest and coldest
 * hour.
 */
import { parseArgs } from 'node:util';
import { DAY } from '@aerowatch/domain/durations';
import { freeStrokeAt, type Standing, standingOf } from '@aerowatch/domain/forecast/standing/standing';
import { expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import type { Case } from '../diagnostics/case.ts';
import { casesOf } from '../diagnostics/cases.ts';
import { CaseRecord } from '../diagnostics/record.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '11' }, boxes: { type: 'string', default: '2' } },
});
const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
const seasonOf = (day: number) => SEASONS[Math.floor((((day % 365.25) + 31) / 91.4) % 4)]!;
/** Days whose extremes are predicted: the hottest and the coldest of the record. */
const DAYS = 4;
/** Days of the record before the first prediction, and between predictions. */
const FIRST_LOOK = 61;
const LOOK_EVERY = 36;
const sums = new Map<string, { n: number; off: number; squares: number; inside: number; unsafe: number }>();

type Hour = ReturnType<CaseRecord['days']>[number]['hours'][number];

/** The warmest (or coldest) hours of the hottest (or coldest) days of the whole record. */
function askedOf(one: Case, record: CaseRecord, sign: number): Hour[] {
  const hours = new Map<number, Hour>();
  for (let now = one.from + 85 * DAY; now <= one.to; now += 80 * DAY)
    for (const day of record.days(one.aero, now)) for (const hour of day.hours) hours.set(hour.time, hour);
  return [...Map.groupBy(hours.values(), ({ time }) => Math.floor(time / DAY)).values()]
    .filter((list) => list.length > 3)
    .map((list) =>
      list.reduce((best, hour) => (sign * hour.temperature > sign * best.temperature ? hour : best)),
    )
    .sort((a, b) => sign * (b.temperature - a.temperature))
    .slice(0, DAYS);
}

function follow(one: Case): void {
  const record = new CaseRecord(one);
  const known = one.box.aeros[one.aero]!;
  const expansion = expansionOf(known.conductor_type, known.expansion_coefficient);
  const theory = thermalSlope(known.regularized_length, expansion);
  const asked = { hot: askedOf(one, record, 1), cold: askedOf(one, record, -1) };
  for (let now = one.from + FIRST_LOOK * DAY; now <= one.to; now += LOOK_EVERY * DAY) {
    const seen = record.days(one.aero, now).flatMap((day) => day.hours);
    const standing = standingOf(seen, theory, null, one.box);
    if (typeof standing === 'string') continue;
    for (const side of ['hot', 'cold'] as const)
      for (const hour of asked[side]) add(standing, side, hour, seasonOf(now / DAY));
  }
}

function add(standing: Standing, side: 'hot' | 'cold', { temperature, stroke }: Hour, season: string): void {
  const { p05, p50, p95 } = freeStrokeAt(standing, temperature);
  const sign = side === 'hot' ? 1 : -1;
  const off = (sign * (p50 - stroke)) / standing.slope;
  for (const key of [`${side} ${season}`, `${side} all`]) {
    const sum = sums.get(key) ?? { n: 0, off: 0, squares: 0, inside: 0, unsafe: 0 };
    sums.set(key, sum);
    sum.n += 1;
    sum.off += off;
    sum.squares += off * off;
    sum.inside += Number(stroke >= p05 && stroke <= p95);
    sum.unsafe += Number(sign * standing.slope > 0 ? stroke > p95 : stroke < p05);
  }
}

for (const seed of values.seed.split(',').map(Number))
  for (const interval of [600, 3600, 21_600] as const)
    for (const one of casesOf(null, interval, Number(values.boxes) * 5, seed)) follow(one);
for (const [key, { n, off, squares, inside, unsafe }] of [...sums].sort(([a], [b]) => a.localeCompare(b)))
  process.stdout.write(
    `${key} | ${n} | bias ${(off / n).toFixed(2)} °C | deviation ${Math.sqrt(squares / n - (off / n) ** 2).toFixed(2)} | in 90 % ${((100 * inside) / n).toFixed(0)} % | unsafe ${((100 * unsafe) / n).toFixed(0)} %\n`,
  );
