import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';

/** Ends a matter in another one, which takes over the entries of users and rules. */
export async function moveInto(
  trx: Trx,
  from: number,
  into: number,
  at: Date,
  user: number | null,
): Promise<void> {
  await sql`update work_order_comments set work_order_id = ${into} where work_order_id = ${from}`.execute(
    trx,
  );
  await sql`update work_order_photos set work_order_id = ${into} where work_order_id = ${from}`.execute(trx);
  await sql`update alerts al set work_order_id = ${into}, assignee_id = coalesce((select assignee_id from work_orders where id = ${into}), al.assignee_id)
    where work_order_id = ${from}`.execute(trx);
  await sql`update work_orders set state = 'cancelled', joined_into = ${into}, closed_at = ${at}::timestamptz, closed_by = ${user}::int, updated_at = clock_timestamp()
    where id = ${from}`.execute(trx);
  await sql`update work_orders set updated_at = clock_timestamp() where id = ${into}`.execute(trx);
}
