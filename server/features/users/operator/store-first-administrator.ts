import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { transaction } from '../../../platform/database/db.ts';
import { hashPassword } from '../../credentials/passwords.ts';

export interface FirstAdministrator {
  readonly email: string;
  /** Generated, to be displayed once. Undefined when it was given. */
  readonly password: string | undefined;
}

/** Makes the first administrator of an empty database; undefined when there are users. */
export async function makeFirstAdministrator(
  db: Db,
  answers: { email: () => Promise<string | null>; password: string | null },
): Promise<FirstAdministrator | undefined> {
  if (await hasUser(db)) return undefined;
  // Asked before the transaction, because a person takes longer than one may last.
  const email = (await answers.email()) ?? 'admin@aerowatch.local';
  return transaction(db, async (trx) => {
    // Two processes may start together.
    await sql`select pg_advisory_xact_lock(7306214)`.execute(trx);
    if (await hasUser(trx)) return undefined;
    const password = answers.password ?? randomBytes(16).toString('base64url');
    await trx
      .insertInto('users')
      .values({
        email,
        first_name: 'Admin',
        last_name: 'AeroWatch',
        password_hash: await hashPassword(password),
        is_staff: true,
        is_superuser: true,
        // A displayed password remains in a terminal or a log.
        must_change_password: answers.password === null,
        password_printed_at: answers.password === null ? new Date() : null,
      })
      .execute();
    return { email, password: answers.password === null ? password : undefined };
  });
}

/** Whether the first start was completed: its administrator is created last. */
export async function hasUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** E-mail of the first administrator while nobody has ever signed in; undefined once somebody has. */
export async function neverSignedIn(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('users')
    .select('email')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('id').where('last_login', 'is not', null))),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.email;
}
