import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { system } from '../../../platform/viewer.ts';
import { type Holder, hashPassword, weaknessOf } from '../../credentials/passwords.ts';
import { accountOfAnyEmail, changePassword, holderOf } from '../../credentials/store-sessions.ts';
import { insertUser } from '../store.ts';

/** A mistake of the operator, in one line. */
export class OperatorError extends Error {}

export interface Access {
  readonly email: string;
  /** Displayed once; undefined when it was given. */
  readonly generated: string | undefined;
}

/** A new administrator without a client, for when nobody can sign in. */
export async function createAdministrator(
  db: Db,
  email: string,
  chosen: string | undefined,
): Promise<Access> {
  if (!z.email().max(254).safeParse(email).success)
    throw new OperatorError(`“${email}” is not an e-mail address.`);
  const names = { first_name: 'Admin', last_name: 'AeroWatch' };
  const password = await checked(chosen, await holderOf(db, system, { email, ...names }));
  if ((await accountOfAnyEmail(db, system, email)) !== undefined)
    throw new OperatorError(`A user ${email} exists: use reset-password, or another e-mail.`);
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const id = await insertUser(trx, {
      email,
      ...names,
      password_hash,
      is_staff: true,
      is_superuser: true,
      must_change_password: chosen === undefined,
      password_printed_at: chosen === undefined ? new Date() : null,
    });
    await recordChange(trx, { entity: 'users', type: 'added', id, clientId: null });
    const after = { email, is_staff: true, is_superuser: true };
    await recordAudit(trx, system, {
      action: 'create',
      entity: 'users',
      id,
      name: email,
      clientId: null,
      after,
    });
  });
  return { email, generated: chosen === undefined ? password : undefined };
}

/** Sets a new password and ends the person's sessions. */
export async function resetPasswordOf(
  db: Db,
  now: Date,
  email: string,
  chosen: string | undefined,
): Promise<Access> {
  const account = await accountOfAnyEmail(db, system, email);
  if (account === undefined) throw new OperatorError(`There is no user ${email}.`);
  if (!account.is_active)
    throw new OperatorError(`${email} is switched off: an administrator switches users on.`);
  const holder = await holderOf(db, system, account);
  const password = await checked(chosen, holder);
  const hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await changePassword(trx, account.id, hash, now, null, chosen === undefined);
    const who = { id: account.id, name: account.email, clientId: account.client_id };
    await recordAudit(trx, system, { action: 'reset_password', entity: 'users', ...who });
  });
  return { email: account.email, generated: chosen === undefined ? password : undefined };
}

async function checked(chosen: string | undefined, holder: Holder): Promise<string> {
  const password = chosen ?? randomBytes(16).toString('base64url');
  if (password.length < 12 || password.length > 128)
    throw new OperatorError('A password has 12 to 128 characters.');
  if (chosen !== undefined && (await weaknessOf(password, holder)) !== undefined)
    throw new OperatorError(
      'This password is too easy to guess: take several words that do not belong together.',
    );
  return password;
}
