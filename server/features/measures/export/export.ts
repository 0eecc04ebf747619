import { FILE_FORMATS, type FileFormat } from '@aerowatch/domain/file-formats';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { isTimeZone, zoneOffset } from '@aerowatch/domain/series/time-zone';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest, PayloadTooLarge } from '../../../platform/errors.ts';
import { breather } from '../../../platform/load/turns.ts';
import { LINE_FEED } from '../../../platform/tables/ascii.ts';
import type { Lines } from '../../../platform/tables/table.ts';
import { writeTable } from '../../../platform/tables/writers.ts';
import type { Language, UnitSystem, Viewer } from '../../../platform/viewer.ts';
import { countMeasures } from '../list.ts';
import { spanOf } from '../span.ts';
import { extent, type Span } from '../store-measures.ts';
import { visibleAeros } from '../store-scope.ts';
import { headersOf, textsOf } from './export-columns.ts';
import { exportRows } from './export-rows.ts';

/** The requested export, from the query or the body. */
export interface ExportRequest {
  readonly aero?: readonly number[] | undefined;
  readonly box?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly metrics?: readonly MetricKey[] | undefined;
  readonly format: FileFormat;
  readonly unit_system?: UnitSystem | undefined;
  readonly time_zone?: string | undefined;
  readonly language?: Language | undefined;
  readonly ordering?: string | undefined;
  readonly every?: number | 'raw' | undefined;
  readonly hardware?: boolean | undefined;
}
/** The same with all defaults filled in. */
export interface ExportPlan {
  readonly aero?: readonly number[] | undefined;
  readonly box?: readonly number[] | undefined;
  readonly span: Span;
  readonly metrics: readonly MetricKey[];
  readonly format: FileFormat;
  readonly system: UnitSystem;
  readonly zone: string;
  readonly language: Language;
  readonly descending: boolean;
  readonly every: number | undefined;
  /** With a column of the box that measured each row: other than the present one before a replacement. */
  readonly hardware: boolean;
}

export function planExport(
  request: ExportRequest,
  viewer: Viewer,
  language: Language,
  now: number,
): ExportPlan {
  const user = viewer.kind === 'user' ? viewer : undefined;
  const zone = request.time_zone ?? user?.timeZone ?? 'UTC';
  if (!isTimeZone(zone)) throw new BadRequest({ time_zone: ['time_zone'] });
  return {
    aero: request.aero,
    box: request.box,
    span: spanOf(request, now),
    metrics: request.metrics === undefined || request.metrics.length === 0 ? METRIC_KEYS : request.metrics,
    format: request.format,
    system: request.unit_system ?? user?.unitSystem ?? 'metric',
    zone,
    language: request.language ?? language,
    descending: request.ordering === '-date',
    every: request.every === 'raw' ? undefined : request.every,
    hardware: request.hardware === true,
  };
}

/** The maximum number of rows of the file; refuses more than such a file may hold. */
export async function sizeExport(db: Db, viewer: Viewer, plan: ExportPlan): Promise<number> {
  const most = FILE_FORMATS[plan.format].maxMeasures;
  const count = await countMeasures(db, viewer, plan, plan.span);
  if (count > most && plan.every === undefined) throw new PayloadTooLarge('export_too_large');
  if (plan.every === undefined) return count;
  const aeros = (await visibleAeros(db, viewer, plan)).map((aero) => aero.id);
  const ends = await extent(db, aeros);
  if (ends === null) return 0;
  const cells =
    (Math.min(plan.span.to, ends.last + 1) - Math.max(plan.span.from, ends.first)) / 1000 / plan.every;
  const rows = Math.min(count, Math.ceil(Math.max(0, cells) + 1) * aeros.length);
  if (rows > most) throw new PayloadTooLarge('export_too_large');
  return rows;
}

/** Callbacks during writing. */
export interface Beside {
  /** Called with the number of rows written. */
  readonly counted?: (rows: number) => Promise<void> | void;
  /** Awaited before more is read, so that others come first. */
  readonly giveWay?: (spent: number) => Promise<boolean>;
}

/** The file, piece by piece. */
export async function* writeExport(
  db: Db,
  viewer: Viewer,
  plan: ExportPlan,
  beside: Beside = {},
): AsyncGenerator<string | Buffer> {
  const header = headersOf(plan.metrics, { ...plan, bucketed: plan.every !== undefined });
  const pieces = rowsOf(db, viewer, plan, beside);
  yield* writeTable(plan.format, { ...plan, name: textsOf(plan.language).sheet, header, pieces });
}

async function* rowsOf(
  db: Db,
  viewer: Viewer,
  plan: ExportPlan,
  { counted, giveWay }: Beside,
): AsyncGenerator<Lines> {
  const aeros = (await visibleAeros(db, viewer, plan)).map((aero) => aero.id);
  const ends = await extent(db, aeros);
  if (ends === null) return;
  const span = { from: Math.max(plan.span.from, ends.first), to: Math.min(plan.span.to, ends.last + 1) };
  const breathe = breather();
  for await (const piece of exportRows(db, aeros, { ...plan, span, giveWay })) {
    for (const part of partsOf(piece)) {
      yield part;
      await breathe();
    }
    await counted?.(piece.count);
  }
}

/** Bytes written before others may come first. */
const WRITTEN = 1 << 16;

/** The same rows, a few at a time. */
function* partsOf(piece: Lines): Generator<Lines> {
  const { lines } = piece;
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf(LINE_FEED, from + WRITTEN);
    const to = found < 0 ? lines.length : found + 1;
    let count = 0;
    for (let at = from; at < to; at += 1) if (lines[at] === LINE_FEED) count += 1;
    yield { ...piece, lines: lines.subarray(from, to), count };
    from = to;
  }
}

/** `measures_2026-11-01_2026-11-21.csv`: days in the time zone of the file. */
export function filenameOf(plan: ExportPlan, now: number): string {
  const day = (ms: number) => new Date(ms + zoneOffset(ms, plan.zone)).toISOString().slice(0, 10);
  const { from, to } = plan.span;
  return `${textsOf(plan.language).filename}_${day(from)}_${day(Math.max(from, Math.min(to, now) - 1))}.${plan.format}`;
}
