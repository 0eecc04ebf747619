import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { NotFound } from '../../platform/errors.ts';
import { addressOf } from './store-channels.ts';

/**
 * A single message to one user, due at once. The recipient is the user's present address, or the address
 * `to`.
 */
export async function insertMessage(
  trx: Trx,
  userId: number,
  channel: ChannelKey,
  kind: string,
  payload: Record<string, unknown>,
  to?: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (client_id, user_id, channel, kind, recipient, payload)
    select u.client_id, u.id, m.channel, ${kind}, coalesce(${to ?? null}::text, ${addressOf('m.channel', 'u')}), ${JSON.stringify(payload)}::jsonb
    from users u, (select ${channel}::text as channel) m where u.id = ${userId}
    returning id`.execute(trx);
  const row = rows[0];
  if (row === undefined) throw new NotFound();
  return row.id;
}
