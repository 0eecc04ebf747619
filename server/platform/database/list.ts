import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { orderings, pageWindow } from '../http/pages.ts';
import { type ChangesQuery, changesOf, nextCursor } from './changes.ts';
import type { Db } from './db.ts';

/** A page with a requested order, or one of a reading by time of change. */
export type ListQuery = ChangesQuery;
/** One page of rows, and how many there are in all. */
export interface ListPage<Row> {
  rows: Row[];
  count: number;
  /** Of a reading by time of change: where it goes on; null: it has ended. Undefined for numbered pages. */
  cursor?: string | null;
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
  const named = (field: string) => sql.ref(columns[field] ?? field);
  const changes = changesOf(query, named('updated_at'), named('id'));
  if (changes !== null) {
    const [rows, total] = await Promise.all([
      selection
        .where(changes.after)
        .select(changes.cursor.as('list_cursor'))
        .orderBy(named('updated_at'))
        .orderBy(named('id'))
        .limit(limit)
        .execute(),
      countOf(selection.where(changes.since)),
    ]);
    return { rows: rows as O[], count: total, cursor: nextCursor(rows, limit) };
  }
  const ordered = orderings(query.ordering, otherwise).reduce(
    (page, { field, descending }) => page.orderBy(named(field), descending ? 'desc' : 'asc'),
    selection,
  );
  const [rows, total] = await Promise.all([
    ordered.limit(limit).offset(offset).execute(),
    countOf(selection),
  ]);
  return { rows: rows as O[], count: total };
}

async function countOf<DB, TB extends keyof DB, O>(selection: SelectQueryBuilder<DB, TB, O>) {
  const counted = selection.clearSelect().select(sql<number>`count(*)`.as('count'));
  return Number(((await counted.executeTakeFirstOrThrow()) as { count: number }).count);
}

/**
 * The same for SQL: `from` ends in the conditions; `counted` is a shorter one with as many rows. `changed`: the
 * table, by its name in `from`, whose `updated_at` and `id` the list can be read by.
 */
export async function listedSql<Row>(
  db: Db,
  query: ListQuery,
  {
    columns,
    from,
    order,
    counted = from,
    changed,
  }: Record<'columns' | 'from' | 'order', RawBuilder<unknown>> & {
    counted?: RawBuilder<unknown>;
    changed?: string;
  },
): Promise<ListPage<Row>> {
  const { limit, offset } = pageWindow(query);
  const count = async (rows: RawBuilder<unknown>) =>
    (await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db)).rows[0]?.count ??
    0;
  const column = (name: string) => sql.ref(`${changed}.${name}`);
  const changes = changed === undefined ? null : changesOf(query, column('updated_at'), column('id'));
  if (changes !== null) {
    const [page, total] = await Promise.all([
      sql<Row>`select ${columns}, ${changes.cursor} as list_cursor from ${from} and ${changes.after}
        order by ${changes.order} limit ${limit}`.execute(db),
      count(sql`${counted} and ${changes.since}`),
    ]);
    return { rows: page.rows, count: total, cursor: nextCursor(page.rows, limit) };
  }
  const [page, total] = await Promise.all([
    sql<Row>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    count(counted),
  ]);
  return { rows: page.rows, count: total };
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
