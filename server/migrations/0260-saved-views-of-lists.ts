import { type Kysely, sql } from 'kysely';

/** Lists of boxes are kept under a name too; those of before are visualizations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_views add column screen text not null default 'visualization'`.execute(db);
}
