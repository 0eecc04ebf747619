import { type Kysely, sql } from 'kysely';

/** The results of orders of a kind at a client are queried wherever that kind is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index work_orders_precision on work_orders (client_id, kind) where state = 'done'`.execute(
    db,
  );
}
