import type { measuresSeries } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { chooseResolution } from '@aerowatch/domain/series/downsample';
import type { Db } from '../../platform/database/db.ts';
import { BadRequest, NotFound, PayloadTooLarge } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { MAX_RAW } from '../list.ts';
import { spanOf } from '../span.ts';
import { mostRows, type Span } from '../store-measures.ts';
import { expectedModels, type Fit } from './expected.ts';
import {
  bucketTexts,
  type ColumnTexts,
  numbers,
  ROLLUPS,
  rowTexts,
  type SeriesRequest,
  type Source,
} from './store-cells.ts';
import { seriesFacts } from './store-series.ts';

const DEFAULT_POINTS = 1000;
/** Points of all AEROs together at most; beyond it each gets fewer. */
const MAX_POINTS = 400_000;
/** Rows a series is made from before rollups are taken instead; a curve alone is looked at closely. */
const FEW_ROWS = 20_000;
const FEW_ROWS_ALONE = 60_000;
/** Values of an answer at most, of all AEROs and metrics: what one text can hold and a browser draw. */
const MAX_VALUES = 6_000_000;
/** A curve keeps at least this many cells when rollups coarser than requested are used. */
const ENOUGH_CELLS = 100;

type Query = QueryOf<typeof measuresSeries>;
interface Plan {
  readonly width: number | 'raw';
  readonly source: Source;
}

/**
 * Curves of AEROs as the text of the answer; one that is not there, or not the viewer's, makes the whole
 * request 404.
 */
export async function readSeries(db: Db, viewer: Viewer, query: Query, now: number): Promise<string> {
  if (query.aero.length === 0) throw new BadRequest({ aero: ['required'] });
  const request = spanOf(query, now);
  const facts = await seriesFacts(db, viewer, query.aero, request, pointsOf(query));
  if (facts.seen !== query.aero.length) throw new NotFound();
  const metrics = query.metrics ?? METRIC_KEYS;
  // The resolution is that of the measures there are; whole cells beyond them cost nothing to ask for.
  const span: Span =
    facts.first === null || facts.last === null
      ? { from: request.from, to: request.from }
      : { from: Math.max(request.from, facts.first), to: Math.min(request.to, facts.last + 1) };
  const plan: Plan =
    span.from < span.to
      ? await planFor(db, query, span, { few: !facts.more, rows: facts.rows })
      : { width: 'raw', source: 'raw' };
  const drawn = facts.archived !== null && span.from < facts.archived ? ofRollups(query, plan, span) : plan;
  const needed =
    query.expected && !metrics.includes('temperature') ? [...metrics, 'temperature' as const] : metrics;
  const whole = { aeros: query.aero, metrics: needed, span: request };
  const [curves, fits] = await Promise.all([
    curvesOf(db, whole, drawn, !facts.dirty),
    query.expected ? expectedModels(db, query.aero, span.to) : undefined,
  ]);
  const written = query.aero.map((aero) => {
    const curve = curves.get(aero);
    const more = fits === undefined ? '' : expectedOf(curve, fits.get(aero));
    return writeCurve(aero, curve, metrics, more);
  });
  return `{"resolution":${JSON.stringify(drawn.width)},"series":[${written.join(',')}]}`;
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
    await refuseTooMany(db, query.aero, span, MAX_RAW);
    return { width: 'raw', source: 'raw' };
  }
  if (every !== undefined) {
    const metrics = (query.metrics ?? METRIC_KEYS).length;
    const most = Math.floor(MAX_VALUES / Math.max(1, metrics));
    if (((span.to - span.from) / 1000 / every) * query.aero.length > most)
      await refuseTooMany(db, query.aero, span, most);
    return { width: every, source: sourceFor(every) };
  }
  if (few) return { width: 'raw', source: 'raw' };
  const points = pointsOf(query);
  const width = chooseResolution(span.from, span.to, points) / 1000;
  const enough = span.to - span.from >= ROLLUPS.quarters * 1000 * Math.min(ENOUGH_CELLS, points);
  if (width < ROLLUPS.quarters && enough && rows > Math.max(FEW_ROWS, FEW_ROWS_ALONE / query.aero.length))
    return { width: ROLLUPS.quarters, source: 'quarters' };
  return { width, source: sourceFor(width) };
}

/** For measures archived in files: cells of six hours, unless rows or finer cells were requested explicitly. */
function ofRollups({ every }: Query, plan: Plan, { from, to }: Span): Plan {
  if (plan.source !== 'raw' || every !== undefined || from >= to) return plan;
  const cells = plan.width === 'raw' ? 1 : Math.ceil(plan.width / ROLLUPS.quarters);
  return { width: cells * ROLLUPS.quarters, source: 'quarters' };
}

function pointsOf(query: Query): number {
  return Math.max(2, Math.min(query.points ?? DEFAULT_POINTS, Math.floor(MAX_POINTS / query.aero.length)));
}

function sourceFor(width: number): Source {
  if (width % ROLLUPS.days === 0) return 'days';
  return width % ROLLUPS.quarters === 0 ? 'quarters' : 'raw';
}

async function refuseTooMany(db: Db, aeros: readonly number[], span: Span, most: number): Promise<void> {
  let rows = 0;
  for (const aero of aeros) {
    rows += await mostRows(db, [aero], span, most + 1);
    if (rows > most) throw new PayloadTooLarge('measures_too_large');
  }
}

function curvesOf(
  db: Db,
  request: SeriesRequest,
  plan: Plan,
  clean: boolean,
): Promise<Map<number, ColumnTexts>> {
  return plan.width === 'raw'
    ? rowTexts(db, request)
    : bucketTexts(db, request, plan.width, plan.source, clean);
}

function writeCurve(
  aero: number,
  curve: ColumnTexts | undefined,
  metrics: readonly MetricKey[],
  more: string,
): string {
  const bands = metrics.map((metric) => {
    const { min = '', max = '', mean = '' } = curve?.metrics[metric] ?? {};
    return `"${metric}":{"min":[${min}],"max":[${max}],"mean":[${mean}]}`;
  });
  return `{"aero":${aero},"time":[${curve?.time ?? ''}],"count":[${curve?.count ?? ''}],"metrics":{${bands.join(',')}}${more}}`;
}

/** As many digits as the stored single precision has. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}

function expectedOf(curve: ColumnTexts | undefined, fit: Fit | undefined): string {
  const temperatures: readonly (number | null)[] = numbers(curve?.metrics.temperature?.mean ?? '');
  const model = fit?.model ?? null;
  const expected = temperatures.map((temperature) =>
    model === null || temperature === null ? null : rounded(model.a + model.b * temperature),
  );
  return `,"expected":${JSON.stringify(expected)},"model":${JSON.stringify(model)},"model_problem":${JSON.stringify(fit?.problem ?? null)}`;
}
