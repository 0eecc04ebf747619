import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table firmwares add column installation text, add column withdrawn_at timestamptz,
  add column withdrawn_reason text not null default '';
create table withdrawn_lists (id integer generated always as identity primary key, date timestamptz not null unique,
  list jsonb not null, signatures jsonb not null);
comment on table withdrawn_lists is 'Signed lists of firmwares that no box installs any more; the newest counts.';`;

/** A manifest may name its installation, and a firmware may be withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
