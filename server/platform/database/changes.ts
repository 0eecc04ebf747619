import { type RawBuilder, sql } from 'kysely';
import { BadRequest } from '../errors.ts';
import type { PageQuery } from '../http/pages.ts';

/** A list that may be read by time of change. */
export interface ChangesQuery extends PageQuery {
  readonly updated_since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly ordering?: string | undefined;
}

/** A reading of a list by time of change. */
export interface Changes {
  /** Rows of all pages. */
  readonly since: RawBuilder<boolean>;
  /** Rows of this page and later ones. */
  readonly after: RawBuilder<boolean>;
  /** Where a reading goes on after a row. */
  readonly cursor: RawBuilder<string>;
  readonly order: RawBuilder<unknown>;
}

/**
 * How a list is read by time of change; null: it is read by pages. An index on both columns makes it a range.
 * @throws BadRequest with an ordering or a page number, which contradict it.
 */
export function changesOf(
  query: ChangesQuery,
  updatedAt: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): Changes | null {
  const { updated_since: since, cursor } = query;
  if (since === undefined) {
    if (cursor !== undefined) throw new BadRequest({ cursor: ['cursor_of_list'] });
    return null;
  }
  if (query.ordering !== undefined) throw new BadRequest({ ordering: ['not_by_change'] });
  if (query.page !== 1) throw new BadRequest({ page: ['not_by_change'] });
  const all = sql<boolean>`${updatedAt} >= ${new Date(since)}`;
  return {
    since: all,
    after: cursor === undefined ? all : sql<boolean>`(${updatedAt}, ${id}) > ${placeOf(cursor)}`,
    // Microseconds: those that the database compares.
    cursor: sql<string>`(extract(epoch from ${updatedAt}) * 1000000)::bigint || ',' || ${id}`,
    order: sql`${updatedAt}, ${id}`,
  };
}

function placeOf(cursor: string): RawBuilder<unknown> {
  const [micros = '', id = ''] = cursor.split(',');
  return sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)`;
}

/** Where the next page begins; null after the last one. */
export const nextCursor = (rows: readonly unknown[], size: number): string | null =>
  rows.length < size ? null : (rows.at(-1) as { list_cursor: string }).list_cursor;
