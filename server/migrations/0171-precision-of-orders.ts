import { type Kysely, sql } from 'kysely';

/** What became of the orders of a kind at a client is asked wherever that kind is named. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index work_orders_precision on work_orders (client_id, kind) where state = 'done'`.execute(
    db,
  );
}
