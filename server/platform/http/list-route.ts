import type { Endpoint } from '@aerowatch/contracts/endpoint';
import type { z } from 'zod';
import type { Db } from '../database/db.ts';
import type { ListPage } from '../database/list.ts';
import type { Viewer } from '../viewer.ts';
import { type Page, type PageQuery, pageOf } from './pages.ts';
import { type Call, type Route, route } from './route.ts';

/** Joins the endpoint of a paged list with the store that reads it; `present` converts each row. */
export function listRoute<
  Params extends z.ZodType,
  Query extends z.ZodType<PageQuery>,
  Response extends z.ZodType<Page<unknown>>,
  Row,
>(
  db: Db,
  endpoint: Endpoint<Params, Query, z.ZodUndefined, Response>,
  read: (db: Db, viewer: Viewer, query: z.output<Query>) => Promise<ListPage<Row>>,
  present: (
    row: Row,
    call: Call<Endpoint<Params, Query, z.ZodUndefined, Response>>,
  ) => z.output<Response>['results'][number],
): Route {
  return route(endpoint, async (call) => {
    const { rows, count, cursor } = await read(db, call.viewer, call.query);
    const results = rows.map((row) => present(row, call));
    return pageOf(call.request, call.query, count, results, cursor) as z.output<Response>;
  });
}
