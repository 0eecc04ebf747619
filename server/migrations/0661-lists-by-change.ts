import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create index boxes_by_change on boxes (updated_at, id);
create index aeros_by_change on aeros (updated_at, id);
create index work_orders_by_change on work_orders (updated_at, id);
create index notes_by_change on notes (updated_at, id);
`;

/** Lists that grow with the fleet are read by time of change as a range of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
