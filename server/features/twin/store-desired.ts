import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { DOWNLINK_CHANNEL, type DownlinkTopic } from '../../platform/mqtt/broker.ts';

export interface DesiredUpdate {
  readonly id: number;
  readonly version: number;
  readonly desired: object;
  readonly fields_at: object;
  readonly pending_since: Date | null;
  readonly refused: boolean;
}

/** Writes desired documents with their history, for many boxes in one statement each. */
export async function writeDesired(
  trx: Trx,
  updates: readonly DesiredUpdate[],
  userId: number | null,
  at: Date,
): Promise<void> {
  for (let start = 0; start < updates.length; start += 500) {
    const rows = JSON.stringify(updates.slice(start, start + 500));
    await sql`update boxes b set desired = x.desired, desired_version = x.version, desired_at = ${at},
        desired_fields_at = x.fields_at, twin_pending_since = x.pending_since, twin_refused = x.refused,
        updated_at = clock_timestamp()
      from jsonb_to_recordset(${rows}::jsonb)
        as x(id integer, version integer, desired jsonb, fields_at jsonb, pending_since timestamptz, refused boolean)
      where b.id = x.id`.execute(trx);
    await sql`insert into box_configurations (box_id, version, desired, user_id, at)
      select x.id, x.version, x.desired, ${userId}::integer, ${at}
      from jsonb_to_recordset(${rows}::jsonb) as x(id integer, version integer, desired jsonb)`.execute(trx);
  }
}

/** Notifies the processes that hold the connections of these boxes that something waits for them. */
export async function nudgeAll(trx: Trx, boxes: readonly number[], topic: DownlinkTopic): Promise<void> {
  await sql`select pg_notify(${DOWNLINK_CHANNEL}, ${`${topic}:`} || id || ':' || serial_number)
    from boxes where id = any(${boxes}::integer[])`.execute(trx);
}
