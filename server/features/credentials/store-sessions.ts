import { mustHaveSecondFactor, type SecondFactorPolicy } from '@aerowatch/domain/access';
import { DAY } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { sameEmail } from '../../platform/database/same-email.ts';
import { HAS_FACTOR } from '../../platform/http/callers/store-credentials.ts';
import type { System, UserViewer, Viewer } from '../../platform/viewer.ts';
import type { Holder } from './passwords.ts';
import { revokeTokens } from './store-tokens.ts';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly language: string;
  /** When the password that must be changed was displayed. */
  readonly password_printed_at: Date | null;
  /** Whether a second factor is set up. */
  readonly has_factor: boolean;
}

/** The active user of an e-mail, whatever its case. */
export async function accountOfEmail(db: Db, _viewer: System, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'password_printed_at', 'language'])
    .select(HAS_FACTOR.as('has_factor'))
    .where(sameEmail(email))
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** The same, active or not, for the operator. */
export function accountOfAnyEmail(db: Db, _viewer: System, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'client_id', 'is_active', 'first_name', 'last_name'])
    .where(sameEmail(email))
    .executeTakeFirst();
}

export async function accountOfId(
  db: Db,
  viewer: System,
  id: number,
): Promise<(Account & { client_id: number | null; is_active: boolean; holder: Holder }) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'password_printed_at', 'language', 'client_id'])
    .select(['first_name', 'last_name', 'is_active'])
    .select(HAS_FACTOR.as('has_factor'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, holder: await holderOf(db, viewer, row) };
}

/** Words that must not be part of this person's password. */
export async function holderOf(
  db: Db,
  _viewer: Viewer,
  user: { email: string; first_name: string; last_name: string; client_id?: number | null | undefined },
): Promise<Holder> {
  const client = await db
    .selectFrom('clients')
    .select('name')
    .where('id', '=', user.client_id ?? 0)
    .executeTakeFirst();
  return {
    own: [user.first_name, user.last_name, user.email.split('@')[0] ?? ''],
    around: [user.email, ...(client === undefined ? [] : [client.name])],
  };
}

/** Records the sign-in; `updated_at` is unchanged, as it marks edits. */
export async function noteLogin(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_login: now }).where('id', '=', userId).execute();
}

/** Stores a new hash and ends every other session of the user. `mustChange`: it was displayed somewhere. */
export async function changePassword(
  db: Db,
  userId: number,
  hash: string,
  now: Date,
  keepToken: number | null,
  mustChange = false,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash: hash,
      updated_at: now,
      must_change_password: mustChange,
      password_printed_at: mustChange ? now : null,
    })
    .where('id', '=', userId)
    .execute();
  await killLinks(db, userId, now);
  await revokeTokens(db, userId, keepToken);
}

/** Ends unused links: they were requested under the old password, or sent to the old e-mail. */
export async function killLinks(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}

export async function insertReset(
  db: Db,
  userId: number,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, hash, created_at: now, expires_at: expiresAt })
    .execute();
}

/** Whether a reset link is valid, without using it. */
export async function isResetAlive(
  db: Db,
  _viewer: System,
  userId: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a reset link: returns true for one caller only, and only while it is valid. */
export async function takeReset(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<boolean>`exists (select from users where users.id = password_resets.user_id and is_active)`)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return false;
  return true;
}

/** Removes expired tokens and links; links are kept for a day, so that a late one is reported as expired. */
export async function sweepSessions(db: Db, now: Date): Promise<number> {
  const tokens = await db.deleteFrom('tokens').where('expires_at', '<', now).executeTakeFirst();
  const yesterday = new Date(now.getTime() - DAY);
  const resets = await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', yesterday)
    .executeTakeFirst();
  await db.deleteFrom('email_changes').where('expires_at', '<', now).execute();
  return Number(tokens.numDeletedRows + resets.numDeletedRows);
}

/** Stored in place of a password's hash for accounts created by single sign-on: no password has this hash. */
export const BY_SSO_ALONE = 'sso';

/** Whether somebody can sign in with a password: accounts created by single sign-on have none. */
export async function hasPassword(db: Db, _viewer: System, userId: number): Promise<boolean> {
  return (await hashOf(db, userId))?.startsWith('$argon2id$') === true;
}

/**
 * Whether single sign-on created an account: unlike other accounts without a password, it may not set one.
 */
export async function comesBySsoAlone(db: Db, _viewer: System, userId: number): Promise<boolean> {
  return (await hashOf(db, userId)) === BY_SSO_ALONE;
}

async function hashOf(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Whether somebody must have a second factor: by policy, or because their client requires it. */
export async function mustHaveFactor(
  db: Db,
  _viewer: System,
  user: UserViewer,
  policy: SecondFactorPolicy,
): Promise<boolean> {
  const client = await db
    .selectFrom('clients')
    .select('require_second_factor')
    .where('id', '=', user.clientId ?? 0)
    .executeTakeFirst();
  return mustHaveSecondFactor(policy, user.level, client?.require_second_factor === true);
}
