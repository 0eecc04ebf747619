import { sql } from 'kysely';
import type { Db } from './platform/database/db.ts';

/** Indexes for any part of a text. The expression of the second is that of the search (features/search/store). */
const INDEXES = [
  'create index if not exists box_words_parts on box_words using gin (words gin_trgm_ops)',
  "create index if not exists aeros_parts on aeros using gin (lower(serial_number || ' ' || line || ' ' || track_number) gin_trgm_ops)",
];

/**
 * Creates the indexes of the search, as the owner of the tables: they need the extension `pg_trgm`, which comes
 * with PostgreSQL. Returns why there are none: the extension is not installed, or its creation refused. The
 * search then reads all boxes, with the same answers.
 */
export async function indexSearch(db: Db): Promise<string | undefined> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    return (error as Error).message;
  }
  for (const index of INDEXES) await sql.raw(index).execute(db);
  return undefined;
}
