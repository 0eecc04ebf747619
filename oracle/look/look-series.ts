import { DAY, HOUR } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { measuresOf } from '../../server/features/diagnostics/store-measures.ts';
import { strokesByTemperature } from '../../server/features/measures/series/store-expected.ts';
import { type Cell, cellsOf, valueIn, within } from '../naive/naive-reads.ts';
import { ROUNDING } from './difference.ts';
import type { Looking } from './look-context.ts';

const valueOrNull = (value: number) => (Number.isNaN(value) ? null : value);

/** Compares curves at the requested step, and the inputs of findings and of the expected stroke. */
export async function lookAtSeries(looking: Looking): Promise<void> {
  const { aeros, plan, query, span, compare } = looking;
  const { metrics, every, points } = plan.reads;
  const step = every === null ? `points=${points}` : `every=${every}`;
  const ids = aeros.map((aero) => aero.id).join(',');
  const path = `/measures/series/?aero=${ids}&metrics=${metrics.join(',')}&${step}${query}`;
  const { resolution, series } = await looking.get(path);
  const times = aeros.flatMap(({ rows }) => rows.map((row) => row.time));
  const nothing = Math.max(span.from, Math.min(...times)) >= Math.min(span.to, Math.max(...times) + 1);
  if (every !== null) compare(0, 'resolution', nothing ? 'raw' : every, resolution);
  for (const [index, { number, rows }] of aeros.entries()) {
    const inside = within(rows, span);
    const cells = cellsOf(inside, metrics, resolution);
    const curve = series[index];
    compare(
      number,
      'series',
      columnsOf(cells, metrics),
      { time: curve.time, count: curve.count, metrics: curve.metrics },
      ROUNDING.metric,
    );
  }
  const most = Math.max(0, ...aeros.map(({ rows }) => within(rows, span).length));
  if (every === null && most <= points) compare(0, 'few rows are shown as they are', 'raw', resolution);
  await lookAtInputs(looking);
}

function columnsOf(cells: readonly Cell[], metrics: readonly string[]) {
  const band = (metric: string, part: 'min' | 'mean' | 'max') =>
    cells.map((cell) => cell.bands[metric]![part]);
  return {
    time: cells.map((cell) => cell.time),
    count: cells.map((cell) => cell.count),
    metrics: Object.fromEntries(
      metrics.map((metric) => [
        metric,
        { min: band(metric, 'min'), mean: band(metric, 'mean'), max: band(metric, 'max') },
      ]),
    ),
  };
}

const INPUTS_EACH = 4;

/** The inputs of diagnoses and fits. */
async function lookAtInputs({ aeros, stage, compare, plan, span }: Looking): Promise<void> {
  const { db } = stage.server;
  const chosen = aeros.filter(({ number }) => number % INPUTS_EACH === 0);
  for (const { id, number, rows } of chosen) {
    const newest = rows.at(-1);
    if (newest === undefined) continue;
    const days = 1 + (plan.reads.points % 90);
    const recent = rows.filter((row) => row.time > newest.time - days * DAY);
    const got = (await measuresOf(db, [id], newest.time - days * DAY + 1, newest.time)).get(id)!;
    compare(
      number,
      'inputs of findings',
      recent.map(({ time, values }) => [time, ...values]),
      Array.from(got.time, (time, i) => [time, ...METRIC_KEYS.map((metric) => valueOrNull(got[metric][i]!))]),
    );
  }
  const all = await strokesByTemperature(
    db,
    chosen.map((aero) => aero.id),
    { from: span.from, to: Math.min(span.to, 8.64e15 / 2) },
  );
  for (const { id, number, rows } of chosen) {
    const both = within(rows, span).filter(
      (row) => valueIn(row, 'stroke') !== null && valueIn(row, 'temperature') !== null,
    );
    const hours = [...Map.groupBy(both, (row) => Math.floor(row.time / HOUR)).values()].map(
      (group) => group[0]!,
    );
    const expected = hours.map((row) => ({
      time: Math.floor(row.time / HOUR) * HOUR,
      temperature: valueIn(row, 'temperature'),
      stroke: valueIn(row, 'stroke'),
    }));
    const { time, temperature, stroke } = all(id);
    compare(
      number,
      'inputs of the expected stroke',
      expected,
      Array.from(time, (at, i) => ({ time: at, temperature: temperature[i], stroke: stroke[i] })),
    );
  }
}
