import { type Kysely, sql } from 'kysely';

/** Supervisors that watch every AERO of their client, including future ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table supervisors add column whole_client boolean not null default false`.execute(db);
}
