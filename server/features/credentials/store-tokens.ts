import type { SecondFactorPolicy } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import { sameBytes, sha256 } from '../../platform/crypto/secrets.ts';
import type { Db } from '../../platform/database/db.ts';
import { HAS_FACTOR, limitOf } from '../../platform/http/callers/store-credentials.ts';
import type { Limit, System, UserViewer, Viewer } from '../../platform/viewer.ts';

/** How a session was started. */
export interface Opening {
  readonly method: SessionMethod;
  readonly address: string;
  /** The browser's user agent. */
  readonly browser: string;
}
export type SessionMethod = 'password' | 'second_factor' | 'passkey' | 'sso';

/** The id of the new row. */
export async function insertToken(
  db: Db,
  userId: number,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
  { method, address, browser }: Opening,
): Promise<number> {
  const { id } = await db
    .insertInto('tokens')
    .values({
      user_id: userId,
      hash,
      created_at: now,
      expires_at: expiresAt,
      confirmed_at: now,
      last_used_at: now,
      method,
      address,
      device: browser.slice(0, 300),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Records that the owner of a session confirmed, and gives it a new token; only the new one is confirmed. The
 * old one stays valid for everything else until the new one is used (`userOfToken`), because the answer may
 * be lost. `successorOf` the hash of a token is always the same: two tabs that confirm with one token get the
 * same new token, in whatever order their answers come. Null when the session has ended in the meantime.
 */
export async function renewToken(
  db: Db,
  { tokenId, isRenewed }: Pick<UserViewer, 'tokenId' | 'isRenewed'>,
  now: Date,
  successorOf: (former: Buffer) => string,
): Promise<string | null> {
  for (;;) {
    const row = await db
      .selectFrom('tokens')
      .select(['hash', 'former_hash', 'former_until'])
      .where('id', '=', tokenId)
      .executeTakeFirst();
    if (row === undefined) return null;
    // The caller's token was already renewed for another tab.
    const isFormer = row.former_hash !== null && (isRenewed || row.former_until === null);
    const again = isFormer && row.former_hash !== null ? successorOf(row.former_hash) : null;
    const isSame = again !== null && sameBytes(sha256(again), row.hash);
    const token = isSame ? again : successorOf(row.hash);
    const renewed = await db
      .updateTable('tokens')
      .set({
        confirmed_at: now,
        ...(isSame ? {} : { hash: sha256(token), former_hash: row.hash, former_until: null }),
      })
      .where('id', '=', tokenId)
      .where('hash', '=', row.hash)
      .executeTakeFirst();
    // Otherwise another tab was faster: its token is read, and is the same.
    if (renewed.numUpdatedRows > 0n) return token;
  }
}

/** Ends one session; its open connections are closed at once. */
export async function deleteToken(db: Db, userId: number, tokenId: number): Promise<void> {
  await db.deleteFrom('tokens').where('id', '=', tokenId).where('user_id', '=', userId).execute();
}

/** Signs a user out everywhere, except with one token. */
export async function revokeTokens(db: Db, userId: number, except: number | null = null): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? 0))
    .execute();
}

/** What a session must do before anything else. */
export async function limitOfSession(
  db: Db,
  _viewer: System,
  tokenId: number,
  policy: SecondFactorPolicy,
): Promise<Limit | null> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('clients', 'clients.id', 'users.client_id')
    .select(['tokens.method', 'users.must_change_password', 'users.is_staff', 'users.is_superuser'])
    .select('clients.require_second_factor')
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .select(HAS_FACTOR.as('has_factor'))
    .where('tokens.id', '=', tokenId)
    .executeTakeFirst();
  return row === undefined ? null : limitOf(row, policy);
}

/** The valid sessions of a user, newest first. */
export function sessionsOf(db: Db, viewer: UserViewer, now: Date) {
  return db
    .selectFrom('tokens')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'address', 'device', 'method'])
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one of the user's own sessions; returns whether it existed. */
export async function deleteOwnToken(db: Db, viewer: UserViewer, tokenId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('tokens')
    .where('id', '=', tokenId)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Stores the id token that the provider needs at sign-out, and the session that it names when it ends it. */
export async function keepIdToken(
  db: Db,
  tokenId: number,
  sealed: string,
  sid: string | null,
): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ sso_id_token: sealed, sso_sid: sid })
    .where('id', '=', tokenId)
    .execute();
}

/** What a provider ended: all sessions of a person that came by it, or those of one session of its own. */
export interface EndedThere {
  readonly issuer: string;
  readonly sub: string | null;
  readonly sid: string | null;
}
/** Ends sessions that came by single sign-on; returns whose they were, with the client of each. */
export async function endSsoSessions(db: Db, _viewer: System, { issuer, sub, sid }: EndedThere) {
  const { rows } = await sql<{ id: number; email: string; client_id: number | null }>`
    with ended as (
      delete from tokens where method = 'sso'
        and (${sid}::text is null or sso_sid = ${sid} or (${sub}::text is not null and sso_sid is null))
        and (${sub}::text is null or user_id in
          (select user_id from sso_identities where issuer = ${issuer} and sub = ${sub}))
      returning user_id)
    select distinct users.id, users.email, users.client_id from users join ended on ended.user_id = users.id
    order by users.id`.execute(db);
  return rows;
}
export async function idTokenOf(db: Db, _viewer: Viewer, tokenId: number): Promise<string | null> {
  const row = await db
    .selectFrom('tokens')
    .select('sso_id_token')
    .where('id', '=', tokenId)
    .executeTakeFirst();
  return row?.sso_id_token ?? null;
}
