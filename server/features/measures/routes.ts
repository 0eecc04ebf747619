import {
  measuresBoxes,
  measuresCount,
  measuresList,
  measuresSeries,
} from '@aerowatch/contracts/api/measures';
import type { Parts } from '../../parts.ts';
import { jsonStream } from '../../platform/http/json-stream.ts';
import { pageOf, wholeAddress } from '../../platform/http/pages.ts';
import { jsonText, type Route, route } from '../../platform/http/route.ts';
import { latestByBox } from './latest.ts';
import { countDays, listMeasures } from './list.ts';
import { presentMeasure, presentWhole } from './present.ts';
import { readSeries, textOf } from './series/series.ts';
import { spanOf } from './span.ts';
import type { MeasureRow } from './store-measures.ts';
import { visibleBoxes } from './store-scope.ts';

export const measureRoutes = ({ db, clock, large }: Parts): Route[] => [
  route(measuresList, async ({ viewer, query, request }) => {
    const { count, isLong, pieces } = await listMeasures(db, viewer, query, clock.now());
    const present = (row: MeasureRow) => presentMeasure(row, query.metrics);
    const addressOf = (cursor: string | null) =>
      cursor === null ? null : wholeAddress(request, withCursor(request.url, cursor));
    if (isLong) return jsonStream(written(count, pieces, present, addressOf), large, viewer);
    const { value: rows } = await pieces.next();
    const { value: next } = await pieces.next();
    const results = Array.isArray(rows) ? rows.map(present) : [];
    return { count, next: addressOf(typeof next === 'string' ? next : null), previous: null, results };
  }),
  route(measuresSeries, async ({ viewer, query }) => {
    const series = await readSeries(db, viewer, query, clock.now());
    return series.isLong ? jsonStream(series.pieces, large, viewer) : jsonText(await textOf(series));
  }),
  route(measuresBoxes, async ({ viewer, query, request }) => {
    const { boxes, count } = await latestByBox(db, viewer, query);
    const results = boxes.map(({ box, rows }) => ({ box, measures: rows.map(presentWhole) }));
    return pageOf(request, query, count, results);
  }),
  route(measuresCount, async ({ viewer, query }) => {
    const days = await countDays(db, viewer, query, spanOf(query, clock.now()));
    const byBox = sums(days, (day) => day.box);
    // A box requested by name is returned even without measures.
    if (query.box !== undefined)
      for (const box of await visibleBoxes(db, viewer, query.box)) byBox.set(box, byBox.get(box) ?? 0);
    const byDay = sums(days, (day) => day.day);
    return {
      count: days.reduce((sum, day) => sum + day.count, 0),
      by_box: [...byBox].sort(([a], [b]) => a - b).map(([box, count]) => ({ box, count })),
      by_day: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, count]) => ({ day, count })),
    };
  }),
];

/** Rows written before others may come first. */
const WRITTEN = 250;

/** A long list as text; the start of the next page is known only at its end. */
async function* written(
  count: number,
  pieces: Awaited<ReturnType<typeof listMeasures>>['pieces'],
  present: (row: MeasureRow) => unknown,
  addressOf: (cursor: string | null) => string | null,
): AsyncGenerator<string> {
  let before = `{"count":${count},"previous":null,"results":[`;
  for (;;) {
    const piece = await pieces.next();
    if (piece.done === true) return yield `],"next":${JSON.stringify(addressOf(piece.value))}}`;
    for (let from = 0; from < piece.value.length; from += WRITTEN) {
      const rows = piece.value.slice(from, from + WRITTEN);
      yield before + rows.map((row) => JSON.stringify(present(row))).join(',');
      before = ',';
    }
  }
}

function sums<T extends { count: number }, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> {
  const totals = new Map<K, number>();
  for (const item of items) totals.set(keyOf(item), (totals.get(keyOf(item)) ?? 0) + item.count);
  return totals;
}

function withCursor(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.delete('page');
  parameters.set('cursor', cursor);
  return `${path}?${parameters}`;
}
