import { type Kysely, sql } from 'kysely';

/** Conflicting values no longer use up the quota of data that is stored nowhere else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table set_aside_days add column conflict_bytes bigint not null default 0`.execute(db);
}
