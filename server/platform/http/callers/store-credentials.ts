import { levelOf, mustHaveSecondFactor, type SecondFactorPolicy } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { type KeyViewer, type Limit, type UserViewer, viewerOf } from '../../viewer.ts';

const USE_NOTED_MS = 60_000;
/**
 * A renewed token stays valid this long after its successor was first used: for calls under way, and other
 * tabs.
 */
const FORMER_MS = 30_000;

/** SQL for a row of `users`: whether a second factor is set up. */
export const HAS_FACTOR = sql<boolean>`(exists (select from totp_factors where user_id = users.id and secret is not null)
  or exists (select from passkeys where user_id = users.id))`;

/** The configuration of sessions. */
export interface SessionRules {
  readonly secondFactor: SecondFactorPolicy;
  /** Milliseconds without a call after which a session ends; null for never. */
  readonly idleMs: number | null;
}

/**
 * The user of a valid token; undefined for unknown, ended, revoked and unused ones and inactive users.
 * `isUse`: the user is present, which is recorded at most once a minute.
 */
export async function userOfToken(
  db: Db,
  hash: Buffer,
  now: Date,
  { secondFactor, idleMs }: SessionRules,
  isUse: boolean,
): Promise<UserViewer | undefined> {
  const current = await sessionOf(db, hash, now);
  const row = current ?? (await sessionOf(db, hash, now, 'former_hash'));
  if (row === undefined) return undefined;
  const isFormer = current === undefined;
  const used = (row.last_used_at ?? row.signed_in_at).getTime();
  if (idleMs !== null && now.getTime() - used > idleMs) return undefined;
  if (isUse && now.getTime() - used > USE_NOTED_MS) await noteUse(db, 'tokens', row.token_id, now);
  if (current?.is_successor_unused === true) await endFormer(db, row.token_id, now);
  return viewerOf(row, {
    tokenId: row.token_id,
    // The confirmation belongs to the new token from the start, so that whoever stole the old one gains
    // nothing.
    confirmedAt: isFormer ? null : row.confirmed_at,
    endsAt: endOf(row.expires_at, idleMs, now),
    isRenewed: isFormer,
    limited: limitOf(row, secondFactor),
  });
}

/** The end of the session, if it is not used any more. */
function endOf(expiresAt: Date, idleMs: number | null, now: Date): Date {
  return new Date(
    Math.min(expiresAt.getTime(), idleMs === null ? Number.POSITIVE_INFINITY : now.getTime() + idleMs),
  );
}

/** The user of a valid session, whatever its present token. */
export async function userOfSession(
  db: Db,
  tokenId: number | null,
  now: Date,
  { secondFactor, idleMs }: SessionRules,
): Promise<UserViewer | undefined> {
  const row = tokenId === null ? undefined : await sessionOf(db, tokenId, now, 'id');
  return (
    row &&
    viewerOf(row, {
      tokenId: row.token_id,
      confirmedAt: row.confirmed_at,
      endsAt: endOf(row.expires_at, idleMs, now),
      isRenewed: false,
      limited: limitOf(row, secondFactor),
    })
  );
}

/** Does not wait for somebody who is changing or ending the row: the next use is recorded. */
async function noteUse(db: Db, table: 'tokens' | 'api_keys', id: number, now: Date): Promise<void> {
  await sql`update ${sql.table(table)} set last_used_at = ${now} where id in (
    select id from ${sql.table(table)} where id = ${id} for no key update skip locked)`.execute(db);
}

async function endFormer(db: Db, tokenId: number, now: Date): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ former_until: new Date(now.getTime() + FORMER_MS) })
    .where('id', '=', tokenId)
    .where('former_until', 'is', null)
    .execute();
}

/** The session of a token, of a former token, or of an id. */
function sessionOf(db: Db, what: Buffer | number, now: Date, by: 'hash' | 'former_hash' | 'id' = 'hash') {
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('clients', 'clients.id', 'users.client_id')
    .select([
      'tokens.id as token_id',
      'tokens.confirmed_at',
      'tokens.last_used_at',
      'tokens.expires_at',
      'tokens.created_at as signed_in_at',
      'tokens.method',
      'users.must_change_password',
      'clients.require_second_factor',
      'users.id',
      'users.client_id',
      'users.is_staff',
      'users.is_superuser',
      'users.language',
    ])
    .select(['users.time_zone', 'users.unit_system', 'users.email', 'users.first_name', 'users.last_name'])
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .select(HAS_FACTOR.as('has_factor'))
    .select(sql<boolean>`former_hash is not null and former_until is null`.as('is_successor_unused'))
    .where(`tokens.${by}`, '=', what as never)
    .$if(by === 'former_hash', (query) =>
      query.where(sql<boolean>`(former_until is null or former_until > ${now})`),
    )
    .where('tokens.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}

/**
 * Users who sign in through a provider satisfy its requirements there: the policy is about passwords entered
 * here.
 */
export function limitOf(
  row: {
    readonly must_change_password: boolean;
    readonly has_factor: boolean;
    readonly require_second_factor: boolean | null;
    readonly method: string;
    readonly is_staff: boolean;
    readonly is_superuser: boolean;
    readonly groups: readonly number[];
  },
  policy: SecondFactorPolicy,
): Limit | null {
  if (row.must_change_password && row.method !== 'sso') return 'password_change_required';
  if (row.has_factor || row.method === 'sso') return null;
  const must = mustHaveSecondFactor(policy, levelOf(row), row.require_second_factor === true);
  return must ? 'second_factor_required' : null;
}

/**
 * The key of a value that is not revoked and has not ended; its last use is recorded at most once a minute.
 */
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
    await noteUse(db, 'api_keys', row.id, now);
  return { kind: 'key', id: row.id, clientId: row.client_id, scopes: row.scopes };
}

/** The same for a known key. */
export async function keyOfId(db: Db, id: number, now: Date): Promise<KeyViewer | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'client_id', 'scopes'])
    .executeTakeFirst();
  return row && { kind: 'key', id: row.id, clientId: row.client_id, scopes: row.scopes };
}
