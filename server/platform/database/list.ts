import { type SelectQueryBuilder, sql } from 'kysely';
import { orderings, pageWindow } from '../http/pages.ts';

interface ListQuery {
  readonly page: number;
  readonly page_size: number;
  readonly ordering?: string | undefined;
}

/**
 * One page of a selection in the requested order, and the total count. `columns` maps fields to other column
 * names.
 */
export async function listed<DB, TB extends keyof DB, O>(
  selection: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  otherwise: string,
  columns: Readonly<Record<string, string>> = {},
): Promise<{ rows: O[]; count: number }> {
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
