import { type Kysely, sql } from 'kysely';

/** Measures that came from files count on the dashboard, and are no part of what a box sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table box_ledgers add column imported bigint not null default 0`.execute(db);
}
