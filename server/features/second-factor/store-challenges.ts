import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { System } from '../../platform/viewer.ts';

const MAX_TRIES = 5;

/** A challenge to be answered within minutes, from the same network. */
export interface NewChallenge {
  readonly hash: Buffer;
  /** Its purpose: `sign_in`, `passkey`, `register`, `confirm`, `sso`. */
  readonly kind: string;
  readonly userId: number | null;
  readonly network: string;
  readonly data: Record<string, unknown>;
  readonly expiresAt: Date;
}
export interface Challenge {
  readonly id: number;
  readonly user_id: number | null;
  readonly data: Record<string, unknown>;
}

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  const { hash, kind, userId, network, data, expiresAt } = challenge;
  await db
    .insertInto('challenges')
    .values({
      hash,
      kind,
      user_id: userId,
      address: network,
      data: JSON.stringify(data),
      expires_at: expiresAt,
    })
    .execute();
}

/** Counts a try and returns the challenge if tries are left, it is valid, and the answer is from the same network. */
export async function tryChallenge(
  db: Db,
  _viewer: System,
  answer: { hash: Buffer; kinds: readonly string[]; network: string; now: Date },
): Promise<Challenge | undefined> {
  return db
    .updateTable('challenges')
    .set({ tries: sql`tries + 1` })
    .where('hash', '=', answer.hash)
    .where('kind', 'in', [...answer.kinds])
    .where('address', '=', answer.network)
    .where('expires_at', '>', answer.now)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'user_id', 'data'])
    .executeTakeFirst();
}

/** Uses an answered challenge: true for one caller only. */
export async function takeChallenge(db: Db, id: number): Promise<boolean> {
  const taken = await db.deleteFrom('challenges').where('id', '=', id).executeTakeFirst();
  return taken.numDeletedRows === 1n;
}

/** Takes what a passkey had to sign: true for one caller only, across all processes. */
export async function takePasskeyChallenge(db: Db, id: number): Promise<boolean> {
  const taken = await db
    .updateTable('challenges')
    .set({ data: sql`data - 'passkey'` })
    .where('id', '=', id)
    .where(sql<boolean>`data->>'passkey' is not null`)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

export async function sweepChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', now).execute();
}
