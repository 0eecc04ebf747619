import { sql } from 'kysely';
import { type Db, transaction } from '../db.ts';
import { findExtensions } from './arrange.ts';
import { createText, type DatabaseFunction, markOf, measureFunctions } from './functions.ts';

/** As for migrations: one process does it, the others wait. */
const LOCK = 7_306_217;

/**
 * Creates or updates the functions that read and store measures, for the metrics of this version, and for
 * Citus if it is installed. Idempotent; returns the names of the changed ones. Runs after the migrations,
 * which add the columns.
 */
export async function arrangeFunctions(db: Db): Promise<string[]> {
  const functions = await wantedFunctions(db);
  if ((await outdated(db, functions)).length === 0) return [];
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const made = await outdated(trx, functions);
    for (const { wanted, replaceable } of made) {
      // With other columns PostgreSQL treats it as another function; readers wait for this transaction.
      const drop = replaceable ? '' : `drop function if exists ${wanted.name};\n`;
      await sql
        .raw(`${drop}${createText(wanted)};\ncomment on function ${wanted.name} is '${markOf(wanted)}'`)
        .execute(trx);
    }
    return made.map(({ wanted }) => wanted.name);
  });
}

/** Functions that a start would change. */
export async function outdatedFunctions(db: Db): Promise<DatabaseFunction[]> {
  return (await outdated(db, await wantedFunctions(db))).map(({ wanted }) => wanted);
}

async function wantedFunctions(db: Db): Promise<DatabaseFunction[]> {
  const { citus } = await findExtensions(db);
  return measureFunctions(citus === null ? 'inlined' : 'shard');
}

/** The outdated functions; `replaceable` if at least their result type is unchanged. */
async function outdated(
  db: Db,
  functions: readonly DatabaseFunction[],
): Promise<{ wanted: DatabaseFunction; replaceable: boolean }[]> {
  const { rows } = await sql<{ name: string; mark: string | null; result: string }>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as mark, pg_get_function_result(p.oid) as result
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any(${functions.map(({ name }) => name)}::text[])`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  return functions
    .filter((one) => found.get(one.name)?.mark !== markOf(one))
    .map((wanted) => ({ wanted, replaceable: found.get(wanted.name)?.result === wanted.result }));
}
