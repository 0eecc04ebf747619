import { type Kysely, sql } from 'kysely';

/**
 * A set-aside measure is listed once, however often its box sends it again, so that a box with a broken clock
 * cannot fill the list. Whole messages are listed each time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table set_aside add column single boolean not null default false`.execute(db);
  await sql`create unique index set_aside_measure on set_aside (box_id, md5(payload)) where single`.execute(
    db,
  );
}
