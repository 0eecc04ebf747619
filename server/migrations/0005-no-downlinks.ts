import { type Kysely, sql } from 'kysely';

/** What a box must receive is read from its own tables when it subscribes or is nudged: no list of it is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table downlinks`.execute(db);
}
