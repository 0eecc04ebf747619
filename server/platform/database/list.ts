import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { orderings, type PageQuery, pageWindow } from '../http/pages.ts';
import type { Db } from './db.ts';

/** A page with a requested order. */
export interface ListQuery extends PageQuery {
  readonly ordering?: string | undefined;
}
/** One page of rows, and how many there are in all. */
export interface ListPage<Row> {
  rows: Row[];
  count: number;
}

/**
 * One page of a selection in the requested order, and the total count. `columns` maps fields to other column
 * names.
 */
export async function listPage<DB, TB extends keyof DB, O>(
  selection: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  otherwise: string,
  columns: Readonly<Record<string, string>> = {},
): Promise<ListPage<O>> {
  const { limit, offset } = pageWindow(query);
  const ordered = orderings(query.ordering, otherwise).reduce(
    (page, { field, descending }) =>
      page.orderBy(sql.ref(columns[field] ?? field), descending ? 'desc' : 'asc'),
    selection,
  );
  const [rows, total] = await Promise.all([
    ordered.limit(limit).offset(offset).execute(),
    selection.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as O[], count: Number((total as { count: number }).count) };
}

/** The same for SQL: `from` contains the conditions too; `counted` is a shorter one with as many rows. */
export async function listedSql<Row>(
  db: Db,
  query: PageQuery,
  {
    columns,
    from,
    order,
    counted = from,
  }: Record<'columns' | 'from' | 'order', RawBuilder<unknown>> & {
    counted?: RawBuilder<unknown>;
  },
): Promise<ListPage<Row>> {
  const { limit, offset } = pageWindow(query);
  const [page, total] = await Promise.all([
    sql<Row>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${counted}`.execute(db),
  ]);
  return { rows: page.rows, count: total.rows[0]?.count ?? 0 };
}

/**
 * The requested order as SQL; `term` is the expression for a field. With `emptyLast` also in descending
 * order.
 */
export function orderOf(
  ordering: string | undefined,
  otherwise: string,
  term: (field: string) => RawBuilder<unknown>,
  emptyLast = true,
): RawBuilder<unknown> {
  return sql.join(
    orderings(ordering, otherwise).map(
      ({ field, descending }) =>
        sql`${term(field)} ${sql.raw(descending ? 'desc' : 'asc')} ${sql.raw(emptyLast ? 'nulls last' : '')}`,
    ),
  );
}
