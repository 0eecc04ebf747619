import { createHash, generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Db, Trx } from '../../platform/database/db.ts';

/** The data for a push service, as a browser gave it. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
export interface BrowserRow {
  id: number;
  name: string;
  created_at: Date;
  last_sent_at: Date | null;
  fingerprint: string;
}
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The context to which their encryption is bound. */
export const sealedBrowserAs = (id: number) => `push_browsers.${id}`;
export const SEALED_KEYS_AS = 'push_keys';

export const MAX_BROWSERS = 20;
const COLUMNS = sql`id, name, created_at, last_sent_at, fingerprint`;

export const fingerprintOf = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex');

/** The browsers of a user, oldest first. */
export async function browsersOf(db: Db, userId: number): Promise<BrowserRow[]> {
  const { rows } = await sql<BrowserRow>`
    select ${COLUMNS} from push_browsers where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** A browser belongs to the last user who signed in on it: somebody else's alerts must not appear on it. */
export async function saveBrowser(
  trx: Trx,
  vault: Vault,
  userId: number,
  { endpoint, keys }: Subscription,
  name: string,
): Promise<BrowserRow> {
  const { rows } = await sql<BrowserRow>`
    insert into push_browsers (user_id, name, fingerprint) values (${userId}, ${name}, ${fingerprintOf(endpoint)})
    on conflict (fingerprint) do update set user_id = excluded.user_id, name = excluded.name
    returning ${COLUMNS}`.execute(trx);
  const row = rows[0]!;
  const sealed = vault.seal(JSON.stringify({ endpoint, keys }), sealedBrowserAs(row.id));
  await sql`update push_browsers set subscription = ${sealed} where id = ${row.id}`.execute(trx);
  return row;
}

/** Returns whether that user had one. */
export async function removeBrowser(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await sql`delete from push_browsers where id = ${id} and user_id = ${userId}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

export async function subscriptionsOf(
  db: Db,
  vault: Vault,
  userId: number,
): Promise<{ id: number; subscription: Subscription }[]> {
  const { rows } = await sql<{ id: number; subscription: string }>`
    select id, subscription from push_browsers where user_id = ${userId} order by id`.execute(db);
  return rows.map(({ id, subscription }) => ({
    id,
    subscription: JSON.parse(vault.open(subscription, sealedBrowserAs(id))) as Subscription,
  }));
}

export async function noteSent(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await sql`update push_browsers set last_sent_at = ${at} where id = any(${[...ids]}::int[])`.execute(db);
}

/**
 * Deletes browsers that the push service no longer knows, by id, because a browser may have returned with
 * another address.
 */
export async function forgetBrowsers(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from push_browsers where id = any(${[...ids]}::int[])`.execute(db);
}

/**
 * The key pair of this installation, created at its first use; of two processes that create one, both use the
 * same.
 */
export async function vapidKeys(db: Db, vault: Vault): Promise<VapidKeys> {
  const read = async () => {
    const { rows } = await sql<{ public_key: string; private_key: string }>`
      select public_key, private_key from push_keys`.execute(db);
    return rows[0];
  };
  let row = await read();
  if (row === undefined) {
    const made = newKeys();
    await sql`insert into push_keys (public_key, private_key)
      values (${made.publicKey}, ${vault.seal(made.privateKey, SEALED_KEYS_AS)}) on conflict do nothing`.execute(
      db,
    );
    row = (await read())!;
  }
  return { publicKey: row.public_key, privateKey: vault.open(row.private_key, SEALED_KEYS_AS) };
}

function newKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const part = (text: string) => Buffer.from(text, 'base64url');
  const point = Buffer.concat([Buffer.from([4]), part(x), part(y)]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

/** Removes all browsers of a person, which then receive nothing. */
export async function removeBrowsersOf(trx: Trx, user: number): Promise<void> {
  await sql`delete from push_browsers where user_id = ${user}`.execute(trx);
}
