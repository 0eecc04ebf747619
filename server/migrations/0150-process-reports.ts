import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What each running process sees of the machine it runs on, written every few seconds: the console warns of it.
create table process_reports (id text primary key, at timestamptz not null default now(), report jsonb not null);
comment on table process_reports is 'A row per process, removed a day after its last word';`;

/** What processes report about their machines: disks, clocks, certificates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
