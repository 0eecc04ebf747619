import { sql } from 'kysely';
import type { Trx } from '../platform/database/db.ts';
import { NotFound } from '../platform/errors.ts';

/** A message of its own to one user, due at once. The recipient is taken as it is now. */
export async function insertMessage(
  trx: Trx,
  userId: number,
  channel: 'email' | 'sms',
  kind: string,
  payload: Record<string, unknown>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (client_id, user_id, channel, kind, recipient, payload)
    select client_id, id, ${channel}, ${kind},
      case when ${channel} = 'email' then email else coalesce(phone, '') end, ${JSON.stringify(payload)}::jsonb
    from users where id = ${userId}
    returning id`.execute(trx);
  const row = rows[0];
  if (row === undefined) throw new NotFound();
  return row.id;
}
