import type { measuresSeries } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { chooseResolution } from '@aerowatch/domain/series/downsample';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest, NotFound, PayloadTooLarge } from '../../../platform/errors.ts';
import { breather } from '../../../platform/load/turns.ts';
import type { Viewer } from '../../../platform/viewer.ts';
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
/** Maximum number of points of all AEROs together; beyond it each gets fewer. */
const MAX_POINTS = 400_000;
/** Number of rows from which rollups are read instead; a single curve is drawn from more rows. */
const FEW_ROWS = 20_000;
const FEW_ROWS_ALONE = 60_000;
/**
 * Maximum number of values in an answer, of all AEROs and metrics: the most that one text can hold and a
 * browser can draw.
 */
const MAX_VALUES = 6_000_000;
/** Number of values read at once: a longer answer is read and written AERO after AERO, while it is sent. */
const VALUES_AT_ONCE = 1_000_000;
/** Characters of a column that are read at once. */
const PART = 100_000;
/** A curve keeps at least this many cells when rollups coarser than requested are used. */
const ENOUGH_CELLS = 100;

type Query = QueryOf<typeof measuresSeries>;
interface Plan {
  readonly width: number | 'raw';
  readonly source: Source;
  /** Maximum number of cells of all AEROs together. */
  readonly cells: number;
}

/** The text of an answer, in pieces that are produced as they are read. */
export interface SeriesText {
  /** Whether it is longer than what is produced at once. */
  readonly isLong: boolean;
  readonly pieces: AsyncGenerator<string>;
}

/** Curves of AEROs; one that does not exist, or that the viewer may not see, makes the whole request 404. */
export async function readSeries(db: Db, viewer: Viewer, query: Query, now: number): Promise<SeriesText> {
  if (query.aero.length === 0) throw new BadRequest({ aero: ['required'] });
  const request = spanOf(query, now);
  const facts = await seriesFacts(db, viewer, query.aero, request, pointsOf(query));
  if (facts.seen !== query.aero.length) throw new NotFound();
  const metrics = query.metrics ?? METRIC_KEYS;
  // The resolution is chosen for the period that has measures; empty cells beyond it cost nothing.
  const span: Span =
    facts.first === null || facts.last === null
      ? { from: request.from, to: request.from }
      : { from: Math.max(request.from, facts.first), to: Math.min(request.to, facts.last + 1) };
  const plan: Plan =
    span.from < span.to
      ? await planFor(db, query, span, { few: !facts.more, rows: facts.rows })
      : { width: 'raw', source: 'raw', cells: 0 };
  const drawn = facts.archived !== null && span.from < facts.archived ? ofRollups(query, plan, span) : plan;
  const needed =
    query.expected && !metrics.includes('temperature') ? [...metrics, 'temperature' as const] : metrics;
  const values = drawn.cells * (2 + 3 * needed.length);
  // As many AEROs as make one piece.
  const together = Math.max(1, Math.floor((query.aero.length * VALUES_AT_ONCE) / Math.max(1, values)));
  const read = async (aeros: readonly number[]) => {
    const [curves, fits] = await Promise.all([
      curvesOf(db, { aeros, metrics: needed, span: request }, drawn, !facts.dirty),
      query.expected ? expectedModels(db, aeros, span.to) : undefined,
    ]);
    return { curves, fits };
  };
  const pieces = async function* () {
    let before = `{"resolution":${JSON.stringify(drawn.width)},"series":[`;
    for (let start = 0; start < query.aero.length; start += together) {
      const { curves, fits } = await read(query.aero.slice(start, start + together));
      for (const aero of query.aero.slice(start, start + together)) {
        yield* intake(before, writeCurve(aero, curves.get(aero), metrics));
        if (fits !== undefined) yield* expectedOf(curves.get(aero), fits.get(aero));
        before = '},';
      }
    }
    yield '}]}';
  };
  return { isLong: values > VALUES_AT_ONCE, pieces: pieces() };
}

/** Joins parts until they are large enough to be sent. */
function* intake(before: string, parts: Iterable<string>): Generator<string> {
  let text = before;
  for (const part of parts) {
    text += part;
    if (text.length < PART) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** The same as one text, for short curves. */
export async function writeSeries(...asked: Parameters<typeof readSeries>): Promise<string> {
  return textOf(await readSeries(...asked));
}
export async function textOf({ pieces }: SeriesText): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/**
 * The best way to read a span: rows when they are few, else buckets, from rollups where buckets are long
 * enough.
 */
async function planFor(
  db: Db,
  query: Query,
  span: Span,
  { few, rows }: { few: boolean; rows: number },
): Promise<Plan> {
  const { every } = query;
  if (every === 'raw') {
    return { width: 'raw', source: 'raw', cells: await refuseTooMany(db, query.aero, span, MAX_RAW) };
  }
  const cellsOf = (width: number) => Math.ceil((span.to - span.from) / 1000 / width) * query.aero.length;
  if (every !== undefined) {
    const metrics = (query.metrics ?? METRIC_KEYS).length;
    const most = Math.floor(MAX_VALUES / Math.max(1, metrics));
    const cells = cellsOf(every);
    const found = cells > most ? await refuseTooMany(db, query.aero, span, most) : cells;
    return { width: every, source: sourceFor(every), cells: found };
  }
  const points = pointsOf(query);
  if (few) return { width: 'raw', source: 'raw', cells: points * query.aero.length };
  const width = chooseResolution(span.from, span.to, points) / 1000;
  const enough = span.to - span.from >= ROLLUPS.quarters * 1000 * Math.min(ENOUGH_CELLS, points);
  if (width < ROLLUPS.quarters && enough && rows > Math.max(FEW_ROWS, FEW_ROWS_ALONE / query.aero.length))
    return { width: ROLLUPS.quarters, source: 'quarters', cells: cellsOf(ROLLUPS.quarters) };
  return { width, source: sourceFor(width), cells: cellsOf(width) };
}

/** For measures archived in files: cells of six hours, unless rows or finer cells were requested explicitly. */
function ofRollups({ every }: Query, plan: Plan, { from, to }: Span): Plan {
  if (plan.source !== 'raw' || every !== undefined || from >= to) return plan;
  const cells = plan.width === 'raw' ? 1 : Math.ceil(plan.width / ROLLUPS.quarters);
  return { ...plan, width: cells * ROLLUPS.quarters, source: 'quarters' };
}

function pointsOf(query: Query): number {
  return Math.max(2, Math.min(query.points ?? DEFAULT_POINTS, Math.floor(MAX_POINTS / query.aero.length)));
}

function sourceFor(width: number): Source {
  if (width % ROLLUPS.days === 0) return 'days';
  return width % ROLLUPS.quarters === 0 ? 'quarters' : 'raw';
}

/** How many rows there are. */
async function refuseTooMany(db: Db, aeros: readonly number[], span: Span, most: number): Promise<number> {
  let rows = 0;
  for (const aero of aeros) {
    rows += await mostRows(db, [aero], span, most + 1);
    if (rows > most) throw new PayloadTooLarge('measures_too_large');
  }
  return rows;
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

/** A curve without its last brace: columns of megabytes are never joined. */
function* writeCurve(
  aero: number,
  curve: ColumnTexts | undefined,
  metrics: readonly MetricKey[],
): Generator<string> {
  yield* [`{"aero":${aero},"time":[`, curve?.time ?? '', '],"count":[', curve?.count ?? '', '],"metrics":{'];
  for (const [index, metric] of metrics.entries()) {
    const { min = '', max = '', mean = '' } = curve?.metrics[metric] ?? {};
    yield* [index === 0 ? '' : ',', `"${metric}":{"min":[`, min, '],"max":[', max, '],"mean":[', mean, ']}'];
  }
  yield '}';
}

/** Rounds to the digits of the stored single precision. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}

/** A column in parts: each is read and written before others come first. */
async function* expectedOf(curve: ColumnTexts | undefined, fit: Fit | undefined): AsyncGenerator<string> {
  const temperatures = curve?.metrics.temperature?.mean ?? '';
  const model = fit?.model ?? null;
  const breathe = breather();
  yield ',"expected":[';
  for (let from = 0; from < temperatures.length; ) {
    const comma = temperatures.indexOf(',', from + PART);
    const to = comma < 0 ? temperatures.length : comma;
    const part: readonly (number | null)[] = numbers(temperatures.slice(from, to));
    const expected = part.map((temperature) =>
      model === null || temperature === null ? null : rounded(model.a + model.b * temperature),
    );
    yield `${from === 0 ? '' : ','}${JSON.stringify(expected).slice(1, -1)}`;
    await breathe();
    from = to + 1;
  }
  yield `],"model":${JSON.stringify(model)},"model_problem":${JSON.stringify(fit?.problem ?? null)}`;
}
