import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { clientScope, type Viewer } from '../viewer.ts';

/** Condition on a column with a client: the rows that this viewer may see. Only admins see a null client. */
export function visibleTo(viewer: Viewer, column: string): RawBuilder<boolean> {
  const scope = clientScope(viewer);
  if (scope === null) return sql<boolean>`true`;
  if (scope === 'none') return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} = ${scope}`;
}

/** `search=` as a pattern for ilike: literally as typed, anywhere in the text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** `column = any(ids)` if there are ids. */
export function among(column: string, ids: readonly number[] | undefined): RawBuilder<SqlBool> {
  return ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`;
}

/** All conditions joined by "and". */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
