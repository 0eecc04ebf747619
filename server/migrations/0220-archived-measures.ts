import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Of an AERO the day before which its measures went to files, and the first that did: their rollups stay as they were.
create table measure_archived (aero_id integer primary key, first date not null, until date not null);
comment on table measure_archived is 'A row per AERO of which measures were archived (docs/decisions/0136)';`;

/** Which measures are archived in files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
