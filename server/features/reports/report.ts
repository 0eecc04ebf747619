import { Worker } from 'node:worker_threads';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Month } from '@aerowatch/domain/report/month';
import type { Db } from '../../platform/database/db.ts';
import type { Load } from '../../platform/load/turns.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { clientById } from '../clients/store.ts';
import { doubtsOf, presentDiagnosis } from '../diagnostics/present.ts';
import { diagnosesOf } from '../diagnostics/store.ts';
import { writeSeries } from '../measures/series/series.ts';
import { composeCover } from './compose-cover.ts';
import { composePage, metricsOf } from './compose-pages.ts';
import { composeRows, composeTable } from './compose-table.ts';
import { composeOthers } from './compose-todo.ts';
import type { Drawn } from './draw/drawing.ts';
import { gather, type ReportFigures } from './gather.ts';
import type { Head, Order, PagesOrder } from './sheets.ts';
import { type AeroRow, happenedTo } from './store-figures.ts';
import { type Reading, reportWords, type Words } from './words.ts';

export interface ReportParts {
  readonly db: Db;
  readonly title: string;
  /** Attribution of the weather, where it is required. */
  readonly weatherSource?: string | null | undefined;
  readonly now: number;
  /** Long work yields to people who wait for a screen. */
  readonly giveWay?: Load['giveWay'];
}
export interface ReportRequest extends Reading {
  readonly viewer: Viewer;
  readonly client: number;
  readonly month: Month;
}

/**
 * Finished pages are passed on at once, but their index stays: a thousand took 66 MB; the rest is space for
 * larger pages.
 */
const heapFor = (pages: number) => ({
  maxOldGenerationSizeMb: 128 + Math.ceil(pages / 20),
  maxYoungGenerationSizeMb: 12,
});
/** Rows passed to the thread at a time. */
const ROWS = 250;
/** Width of a curve's buckets, in seconds. */
const CELL = 10_800;

/** Name of the file. */
export function reportName(words: Words, client: string, month: Month): string {
  return words.fill(words.texts.file, { client: client.replace(/[/\\?%*:|"<>]/g, '-'), month });
}

/** The report as bytes of a PDF, drawn in a separate thread while it is read. */
export async function* writeReport(parts: ReportParts, request: ReportRequest): AsyncGenerator<Uint8Array> {
  const orders = ordersOf(parts, request);
  let next = await orders.next();
  const pages = next.value?.kind === 'cover' ? next.value.pages : 0;
  const worker = new Worker(new URL('./draw/draw-worker.ts', import.meta.url), {
    resourceLimits: heapFor(pages),
  });
  // The thread may fail while nothing is being drawn: the next call reports it.
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', () => {
    failure ??= new Error('the drawing thread ended');
  });
  try {
    while (!next.done) {
      if (failure !== undefined) throw failure;
      // The next page is read while this one is drawn. A read error is thrown in its turn.
      const drawing = drawn(worker, next.value);
      const reading = orders.next();
      reading.catch(() => undefined);
      const { bytes } = await drawing;
      if (bytes.length > 0) yield bytes;
      await parts.giveWay?.();
      next = await reading;
    }
  } finally {
    await worker.terminate();
    await orders.return(undefined);
  }
}

function drawn(worker: Worker, order: Order): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', taken).off('error', failed).off('exit', left);
      act();
    };
    const taken = (answer: Drawn) => settle(() => resolve(answer));
    const failed = (error: unknown) => settle(() => reject(error));
    const left = () => settle(() => reject(new Error('the drawing thread ended')));
    worker.on('message', taken).on('error', failed).on('exit', left);
    worker.postMessage(order);
  });
}

async function* ordersOf(parts: ReportParts, request: ReportRequest): AsyncGenerator<Order> {
  const words = reportWords(request);
  const { name } = await clientById(parts.db, request.viewer, request.client);
  const all = await gather(parts.db, request.viewer, request, parts.now);
  yield {
    kind: 'cover',
    head: headOf(parts, all, name, words),
    cover: composeCover(all, words, parts.weatherSource ?? null),
    pages: all.needs.drawn.length,
  };
  if (all.needs.drawn.length > 0) yield await pagesOf(parts.db, all, all.needs.drawn, words);
  const others = composeOthers(all, words);
  if (others.rows.length > 0) yield { kind: 'table', ...others };
  const table = composeTable(words);
  const rows = composeRows(all, words);
  for (let at = 0; at === 0 || at < rows.length; at += ROWS)
    yield { kind: 'table', table, rows: rows.slice(at, at + ROWS) };
  yield { kind: 'end' };
}

function headOf(parts: ReportParts, all: ReportFigures, client: string, words: Words): Head {
  const { texts } = words;
  const month = words.month(Date.parse(`${all.month}-01`));
  const until = all.end < all.span.to ? [words.fill(texts.until, { day: words.day(all.end) })] : [];
  return {
    title: texts.title,
    client,
    month: month.charAt(0).toUpperCase() + month.slice(1),
    notes: [
      ...until,
      words.fill(texts.made, { time: words.time(all.now), zone: words.timeZone }),
      words.fill(texts.as_now, { day: words.day(all.now) }),
    ],
    foot: words.fill(texts.foot, { title: `${parts.title} – ${texts.title}`, client, month }),
    language: words.language,
    locale: words.locale,
    author: parts.title,
    made: all.now,
  };
}

async function pagesOf(
  db: Db,
  all: ReportFigures,
  rows: readonly AeroRow[],
  words: Words,
): Promise<PagesOrder> {
  const { viewer } = all.scope;
  const ids = rows.map(({ aero }) => aero);
  const [found, happened] = await Promise.all([diagnosesOf(db, viewer, ids), happenedTo(db, all.scope, ids)]);
  const doubts = doubtsOf(all.precision, words.language);
  const diagnoses = new Map(
    found.map((row) => [row.aero, presentDiagnosis(row, words.findings, false, doubts)]),
  );
  const events = Map.groupBy(happened, ({ aero }) => aero);
  const knownOf = (id: number) => ({ diagnosis: diagnoses.get(id), happened: events.get(id) ?? [] });
  const metrics = new Set(ids.flatMap((id) => metricsOf(knownOf(id), all.end)));
  const pages = rows.map((row) => composePage(row, knownOf(row.aero), all, words));
  return { kind: 'pages', pages, series: await seriesOf(db, all, ids, [...metrics]) };
}

/** The month's curves, as the console reads them. */
function seriesOf(
  db: Db,
  { scope, span, end, now }: ReportFigures,
  aero: number[],
  metrics: MetricKey[],
): Promise<string> {
  return writeSeries(
    db,
    scope.viewer,
    { aero, metrics, from: span.from, to: end, every: CELL, expected: true },
    now,
  );
}
