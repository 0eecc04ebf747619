import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create index boxes_place on boxes (client_id, latitude);
create index notes_resets on notes (box_id) where kind = 'baseline_reset'`;

/**
 * Indexes for boxes by place, and for baseline resets without reading all notes: each diagnosis needs them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
