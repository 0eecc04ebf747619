import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { UserViewer } from '../../../platform/viewer.ts';
import type { EmailChangesTable } from '../schema.ts';

/** Stores the e-mail that awaits confirmation; a later one replaces it. */
export async function insertPending(db: Db, change: Insertable<EmailChangesTable>): Promise<void> {
  const { user_id: _, ...values } = change;
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** The e-mail that awaits confirmation, for the person alone; null for none. */
export async function pendingEmail(db: Db, viewer: UserViewer, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Uses the link of an e-mail change: for one caller only, while it is valid and its user may sign in. */
export async function takePending(
  db: Db,
  userId: number,
  hash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where(sql<boolean>`exists (select from users where users.id = email_changes.user_id and is_active)`)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deletePending(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}
