import { type RawBuilder, type SqlBool, sql } from 'kysely';

export { containing, seenBy } from '../platform/database/scope.ts';

/** `column = any(ids)` when ids are given. */
export function among(column: string, ids: readonly number[] | undefined): RawBuilder<SqlBool> {
  return ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`;
}

/** All of them. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
