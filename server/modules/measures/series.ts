import type { measuresSeries, SeriesResponse } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { chooseResolution } from '@aerowatch/domain/series/downsample';
import type { Db } from '../../platform/database/db.ts';
import { BadRequest, NotFound, PayloadTooLarge } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { expectedModels, type Fit } from './expected.ts';
import { MAX_RAW } from './list.ts';
import { spanOf } from './span.ts';
import {
  type Asked,
  bucketColumns,
  type Columns,
  estimateRows,
  ROLLUPS,
  rowColumns,
  type Source,
} from './store-cells.ts';
import { anyHasMore, extent, mostRows, type Span } from './store-measures.ts';
import { seenAeros } from './store-scope.ts';

const DEFAULT_POINTS = 1000;
/** Points of all AEROs together at most; beyond it each gets fewer. */
const MAX_POINTS = 400_000;
/** Rows a series is made from before rollups are taken instead. */
const FEW_ROWS = 20_000;
/** A curve keeps at least so many cells when rollups coarser than asked are taken. */
const ENOUGH_CELLS = 100;

type Query = QueryOf<typeof measuresSeries>;
type Curve = SeriesResponse['series'][number];
interface Plan {
  readonly width: number | 'raw';
  readonly source: Source;
}

/** Curves of AEROs; one that is not there, or not the viewer's, makes the whole request 404. */
export async function readSeries(db: Db, viewer: Viewer, query: Query, now: number): Promise<SeriesResponse> {
  if (query.aero.length === 0) throw new BadRequest({ aero: ['required'] });
  const seen = await seenAeros(db, viewer, { aero: query.aero });
  if (seen.length !== query.aero.length) throw new NotFound();
  const asked = spanOf(query, now);
  const metrics = query.metrics ?? METRIC_KEYS;
  const points = pointsOf(query);
  const [ends, many, rows] = await Promise.all([
    extent(db, query.aero),
    anyHasMore(db, query.aero, asked, points),
    estimateRows(db, query.aero, asked),
  ]);
  // The resolution is that of the measures there are; whole cells beyond them cost nothing to ask for.
  const span: Span =
    ends === null
      ? { from: asked.from, to: asked.from }
      : { from: Math.max(asked.from, ends.first), to: Math.min(asked.to, ends.last + 1) };
  const plan: Plan =
    span.from < span.to
      ? await planFor(db, query, span, { few: !many, rows })
      : { width: 'raw', source: 'raw' };
  const needed =
    query.expected && !metrics.includes('temperature') ? [...metrics, 'temperature' as const] : metrics;
  const curves = await curvesOf(db, { aeros: query.aero, metrics: needed, span: asked }, plan);
  const fits = query.expected ? await expectedModels(db, query.aero, span.to) : undefined;
  return {
    resolution: plan.width,
    series: query.aero.map((aero) => {
      const curve = curves.get(aero) ?? emptyCurve(aero, needed);
      return fits === undefined ? curve : withExpected(curve, fits.get(aero), metrics);
    }),
  };
}

/** How a span is best read: rows when they are few, else buckets, from rollups where these are long enough. */
async function planFor(
  db: Db,
  query: Query,
  span: Span,
  { few, rows }: { few: boolean; rows: number },
): Promise<Plan> {
  const { every } = query;
  if (every === 'raw') {
    await refuseTooMany(db, query.aero, span);
    return { width: 'raw', source: 'raw' };
  }
  if (every !== undefined) {
    if (((span.to - span.from) / 1000 / every) * query.aero.length > MAX_RAW)
      await refuseTooMany(db, query.aero, span);
    return { width: every, source: sourceFor(every) };
  }
  if (few) return { width: 'raw', source: 'raw' };
  const points = pointsOf(query);
  const width = chooseResolution(span.from, span.to, points) / 1000;
  const enough = span.to - span.from >= ROLLUPS.quarters * 1000 * Math.min(ENOUGH_CELLS, points);
  if (width < ROLLUPS.quarters && enough && rows > FEW_ROWS)
    return { width: ROLLUPS.quarters, source: 'quarters' };
  return { width, source: sourceFor(width) };
}

function pointsOf(query: Query): number {
  return Math.max(2, Math.min(query.points ?? DEFAULT_POINTS, Math.floor(MAX_POINTS / query.aero.length)));
}

function sourceFor(width: number): Source {
  if (width % ROLLUPS.days === 0) return 'days';
  return width % ROLLUPS.quarters === 0 ? 'quarters' : 'raw';
}

async function refuseTooMany(db: Db, aeros: readonly number[], span: Span): Promise<void> {
  let rows = 0;
  for (const aero of aeros) {
    rows += await mostRows(db, [aero], span, MAX_RAW + 1);
    if (rows > MAX_RAW) throw new PayloadTooLarge('measures_too_large');
  }
}

function curvesOf(db: Db, asked: Asked, plan: Plan): Promise<Map<number, Columns>> {
  return plan.width === 'raw' ? rowColumns(db, asked) : bucketColumns(db, asked, plan.width, plan.source);
}

function emptyCurve(aero: number, metrics: readonly MetricKey[]): Curve {
  const bands = metrics.map((metric) => [metric, { min: [], max: [], mean: [] }] as const);
  return { aero, time: [], count: [], metrics: Object.fromEntries(bands) };
}

/** As many digits as the stored single precision has. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

function withExpected(curve: Curve, fit: Fit | undefined, metrics: readonly MetricKey[]): Curve {
  const temperatures = curve.metrics.temperature?.mean ?? [];
  const model = fit?.model ?? null;
  const expected = temperatures.map((temperature) =>
    model === null || temperature === null ? null : rounded(model.a + model.b * temperature),
  );
  const kept = metrics.includes('temperature') ? curve.metrics : { ...curve.metrics, temperature: undefined };
  return { ...curve, metrics: kept, expected, model, model_problem: fit?.problem ?? null };
}
