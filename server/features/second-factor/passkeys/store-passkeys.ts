import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { System, UserViewer } from '../../../platform/viewer.ts';

const COLUMNS = ['id', 'user_id', 'name', 'credential_id', 'public_key', 'counter', 'transports'] as const;

export function listPasskeys(db: Db, viewer: UserViewer) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', viewer.id)
    .orderBy('id')
    .execute();
}

/** The passkeys of a user, for the browser to choose from. */
export function passkeysOf(db: Db, _viewer: System, userId: number) {
  return db.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).execute();
}

/** A passkey by its credential id, of somebody who may sign in. */
export function passkeyOfCredential(db: Db, _viewer: System, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('credential_id', '=', credentialId)
    .where(sql<boolean>`exists (select from users where users.id = passkeys.user_id and is_active)`)
    .executeTakeFirst();
}

export interface NewPasskey {
  readonly user_id: number;
  readonly name: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

/** The id of the new row; undefined when this authenticator is already registered. */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<number | undefined> {
  const row = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function notePasskeyUse(db: Db, id: number, counter: number, now: Date): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

/** Deletes one of the user's own: returns its name, or undefined when there is none. */
export async function deletePasskey(db: Db, viewer: UserViewer, id: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeys(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
