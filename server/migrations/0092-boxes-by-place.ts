import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create index boxes_place on boxes (client_id, latitude);
create index notes_resets on notes (box_id) where kind = 'baseline_reset'`;

/** Boxes found by their place, and resets of a baseline without reading all notes: asked for each diagnosis. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
