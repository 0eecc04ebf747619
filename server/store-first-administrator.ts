import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from './modules/credentials/passwords.ts';
import type { Db } from './platform/database/db.ts';
import { transaction } from './platform/database/db.ts';

export interface FirstAdministrator {
  readonly email: string;
  /** Generated: to be shown once. Undefined when it was given. */
  readonly password: string | undefined;
}

/** Makes the first administrator of an empty database; undefined when there are users. */
export async function makeFirstAdministrator(
  db: Db,
  given: { email: () => Promise<string | null>; password: string | null },
): Promise<FirstAdministrator | undefined> {
  return transaction(db, async (trx) => {
    // Two processes may start together.
    await sql`select pg_advisory_xact_lock(7306214)`.execute(trx);
    const someone = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone !== undefined) return undefined;
    const email = (await given.email()) ?? 'admin@aerowatch.local';
    const password = given.password ?? randomBytes(12).toString('base64url');
    await trx
      .insertInto('users')
      .values({
        email,
        first_name: 'Admin',
        last_name: 'AeroWatch',
        password_hash: await hashPassword(password),
        is_staff: true,
        is_superuser: true,
      })
      .execute();
    return { email, password: given.password === null ? password : undefined };
  });
}
