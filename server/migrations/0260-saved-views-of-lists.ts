import { type Kysely, sql } from 'kysely';

/** Lists of boxes can be saved by name too; existing saved views are visualizations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_views add column screen text not null default 'visualization'`.execute(db);
}
