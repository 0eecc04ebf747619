import {
  measuresBoxes,
  measuresCount,
  measuresList,
  measuresSeries,
} from '@aerowatch/contracts/api/measures';
import type { Parts } from '../parts.ts';
import { pageOf, wholeAddress } from '../platform/http/pages.ts';
import { jsonText, type Route, route } from '../platform/http/route.ts';
import { latestByBox } from './latest.ts';
import { countDays, listMeasures } from './list.ts';
import { presentMeasure, presentWhole } from './present.ts';
import { readSeries } from './series/series.ts';
import { spanOf } from './span.ts';
import { seenBoxes } from './store-scope.ts';

export const measureRoutes = ({ db, clock }: Parts): Route[] => [
  route(measuresList, async ({ viewer, query, request }) => {
    const page = await listMeasures(db, viewer, query, clock.now());
    return {
      count: page.count,
      next: page.next === null ? null : wholeAddress(request, withCursor(request.url, page.next)),
      previous: null,
      results: page.rows.map((row) => presentMeasure(row, query.metrics)),
    };
  }),
  route(measuresSeries, async ({ viewer, query }) =>
    jsonText(await readSeries(db, viewer, query, clock.now())),
  ),
  route(measuresBoxes, async ({ viewer, query, request }) => {
    const { boxes, count } = await latestByBox(db, viewer, query);
    const results = boxes.map(({ box, rows }) => ({ box, measures: rows.map(presentWhole) }));
    return pageOf(request, query, count, results);
  }),
  route(measuresCount, async ({ viewer, query }) => {
    const days = await countDays(db, viewer, query, spanOf(query, clock.now()));
    const byBox = sums(days, (day) => day.box);
    // A box requested by name is returned even when it has none.
    if (query.box !== undefined)
      for (const box of await seenBoxes(db, viewer, query.box)) byBox.set(box, byBox.get(box) ?? 0);
    const byDay = sums(days, (day) => day.day);
    return {
      count: days.reduce((sum, day) => sum + day.count, 0),
      by_box: [...byBox].sort(([a], [b]) => a - b).map(([box, count]) => ({ box, count })),
      by_day: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, count]) => ({ day, count })),
    };
  }),
];

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
