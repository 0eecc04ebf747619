import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { type KeyViewer, type UserViewer, viewerOf } from '../viewer.ts';

/** The user of a token that is alive; undefined for unknown, ended and revoked ones and inactive users. */
export async function userOfToken(db: Db, hash: Buffer, now: Date): Promise<UserViewer | undefined> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id as token_id',
      'tokens.confirmed_at',
      'users.id',
      'users.client_id',
      'users.is_staff',
      'users.is_superuser',
      'users.language',
    ])
    .select(['users.time_zone', 'users.unit_system', 'users.email', 'users.first_name', 'users.last_name'])
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .where('tokens.hash', '=', hash)
    .where('tokens.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : viewerOf(row, { tokenId: row.token_id, confirmedAt: row.confirmed_at });
}

/** The key of a value that is not revoked and has not ended; its last use is noted once a minute at most. */
export async function keyOfValue(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<KeyViewer | 'expired' | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'client_id', 'last_used_at', 'expires_at', 'scopes'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.expires_at <= now) return 'expired';
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > 60_000)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', row.id).execute();
  return { kind: 'key', id: row.id, clientId: row.client_id, scopes: row.scopes };
}
