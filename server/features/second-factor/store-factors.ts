import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { System, UserViewer } from '../../platform/viewer.ts';

export interface Factors {
  /** Since when the authenticator is active; null without one. */
  readonly totp: Date | null;
  readonly passkeys: number;
  /** Number of unused recovery codes. */
  readonly recovery: number;
}

/** The factors somebody has set up. */
export async function factorsOf(db: Db, _viewer: UserViewer | System, userId: number): Promise<Factors> {
  const { rows } = await sql<Factors>`
    select (select confirmed_at from totp_factors where user_id = ${userId} and secret is not null) as totp,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery`.execute(
    db,
  );
  return rows[0] as Factors;
}

/** The encrypted secret that codes are checked with; undefined for none. */
export async function totpSecret(db: Db, _viewer: System, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.secret ?? undefined;
}

/** Uses the code of a step: true for one caller only, and never for a step at or before the newest used. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Stores a secret until its first code confirms it; a later one replaces it. */
export async function keepPending(db: Db, userId: number, pending: string, now: Date): Promise<void> {
  await db
    .insertInto('totp_factors')
    .values({ user_id: userId, pending, pending_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending, pending_at: now }))
    .execute();
}

/** The encrypted secret that awaits its first code, not older than `since`. */
export async function pendingSecret(db: Db, viewer: UserViewer, since: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('totp_factors')
    .select('pending')
    .where('user_id', '=', viewer.id)
    .where('pending_at', '>', since)
    .executeTakeFirst();
  return row?.pending ?? undefined;
}

/** Activates the pending secret; the step of its first code is used. */
export async function confirmPending(
  db: Db,
  userId: number,
  pending: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const done = await db
    .updateTable('totp_factors')
    .set({ secret: pending, confirmed_at: now, last_step: step, pending: null, pending_at: null })
    .where('user_id', '=', userId)
    .where('pending', '=', pending)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function deleteTotp(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
}

/** Replaces all recovery codes by new ones, hashed with this salt. */
export async function replaceCodes(
  db: Db,
  userId: number,
  { salt, hashes }: { readonly salt: Buffer; readonly hashes: readonly Buffer[] },
): Promise<void> {
  await deleteCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, salt })))
    .execute();
}

export async function deleteCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** The salt of somebody's recovery codes; undefined without any. */
export async function saltOfCodes(db: Db, _viewer: System, userId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('salt')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row?.salt;
}

/** Uses a recovery code: true for one caller only. */
export async function takeCode(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
