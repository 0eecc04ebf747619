import { foldEmail } from '@aerowatch/domain/validation';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { type Db, transaction } from '../../platform/database/db.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { system } from '../../platform/viewer.ts';
import { guess } from '../credentials/guesses.ts';
import { hashPassword, refuseWeak } from '../credentials/passwords.ts';
import {
  accountOfEmail,
  accountOfId,
  BY_SSO_ALONE,
  changePassword,
  insertReset,
  isResetAlive,
  takeReset,
} from '../credentials/store-sessions.ts';
import { askLimits, count, mailLimits, welcome } from '../credentials/throttle.ts';
import { queueMail } from '../outbox/queue.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault'>;
const LINK_LIFE_MS = 3_600_000;

/** Whether an active account has this e-mail; 404 in the customer's words when none. */
export async function mustExist({ db, clock }: Tools, email: string, address: string): Promise<void> {
  await count(db, clock, askLimits('check_email', address));
  await accountOrNotFound(db, email);
}

/** Sends the link, through the outbox. */
export async function sendReset({ db, clock, vault }: Tools, email: string, address: string): Promise<void> {
  await count(db, clock, mailLimits(foldEmail(email.trim()), address));
  const account = await accountOrNotFound(db, email);
  // Single sign-on users must not keep a password of their own after they leave the provider.
  if (account.password_hash === BY_SSO_ALONE) throw new BadRequest({ email: ['sso_only'] });
  const token = newSecret();
  const now = clock.date();
  await transaction(db, async (trx) => {
    await insertReset(trx, account.id, sha256(token), now, new Date(now.getTime() + LINK_LIFE_MS));
    await queueMail(trx, {
      kind: 'reset',
      userId: account.id,
      path: `/reset-password/${account.id}/${token}`,
      vault,
    });
  });
}

/** Sets a password through the link in the mail: once, within the hour. All sessions of the user end. */
export async function resetPassword(
  tools: Pick<Parts, 'db' | 'clock' | 'config'>,
  link: { uid: string; token: string; new_password: string },
  address: string,
): Promise<void> {
  const { db, clock, config } = tools;
  const userId = /^\d{1,9}$/.test(link.uid) ? Number(link.uid) : 0;
  const account = await accountOfId(db, system, userId);
  const now = clock.date();
  const secret = sha256(link.token);
  // The strength check is expensive, so it runs only for a valid link, and without using it up.
  const isAlive = await guess(tools, 'reset_link', { address }, () =>
    isResetAlive(db, system, userId, secret, now),
  );
  if (account === undefined || !isAlive) throw new BadRequest('reset_link_dead');
  const { own, around } = account.holder;
  await refuseWeak(link.new_password, 'new_password', { own, around: [...around, config.title] });
  const hash = await hashPassword(link.new_password);
  await transaction(db, async (trx) => {
    if (!(await takeReset(trx, userId, secret, now))) throw new BadRequest('reset_link_dead');
    await changePassword(trx, userId, hash, now, null);
    // Whoever could read the mail is the owner: others' failures from the same place must not lock them out.
    await welcome(trx, clock, foldEmail(account.email), address);
    await recordAudit(trx, system, {
      action: 'reset_password',
      entity: 'users',
      id: userId,
      name: account.email,
      clientId: account.client_id,
      address,
    });
  });
}

async function accountOrNotFound(db: Db, email: string) {
  const account = email.includes('\u0000') ? undefined : await accountOfEmail(db, system, email.trim());
  if (account === undefined) throw new NotFound('email_unknown');
  return account;
}
