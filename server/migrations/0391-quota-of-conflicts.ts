import { type Kysely, sql } from 'kysely';

/** Values in conflict no longer take from the quota of what is kept nowhere else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table set_aside_days add column conflict_bytes bigint not null default 0`.execute(db);
}
