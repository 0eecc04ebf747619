import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface FirstResult {
  readonly method_path: string;
  readonly body_hash: Buffer;
  /** Null while the first request is running, or when it died half-way. */
  readonly status: number | null;
  readonly response: { sealed: string } | null;
}

/** Takes a key for a request; undefined if it was free, else the result of the first request with it. */
export async function takeKey(
  db: Db,
  userKey: string,
  key: string,
  methodPath: string,
  bodyHash: Buffer,
): Promise<FirstResult | undefined> {
  const taken = await db
    .insertInto('idempotency_keys')
    .values({
      user_key: userKey,
      key,
      method_path: methodPath,
      body_hash: bodyHash,
      status: null,
      response: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_key', 'key'])
        .doUpdateSet({
          method_path: methodPath,
          body_hash: bodyHash,
          status: null,
          response: null,
          created_at: sql`now()`,
        })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken !== undefined) return undefined;
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['method_path', 'body_hash', 'status', 'response'])
    .where('user_key', '=', userKey)
    .where('key', '=', key)
    .executeTakeFirst();
  return row as FirstResult | undefined;
}

export async function keepResult(
  db: Db,
  userKey: string,
  key: string,
  status: number,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, response: JSON.stringify({ sealed }) })
    .where('user_key', '=', userKey)
    .where('key', '=', key)
    .execute();
}

/** A refused request frees its key for another attempt. */
export async function freeKey(db: Db, userKey: string, key: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('user_key', '=', userKey).where('key', '=', key).execute();
}

export async function forgetOldKeys(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
