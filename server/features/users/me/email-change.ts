import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../../platform/crypto/secrets.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { mustBeConfirmed } from '../../../platform/http/callers/confirm.ts';
import { system } from '../../../platform/viewer.ts';
import { guess } from '../../credentials/guesses.ts';
import { provePassword } from '../../credentials/prove.ts';
import { killLinks } from '../../credentials/store-sessions.ts';
import { count } from '../../credentials/throttle.ts';
import { queueMail } from '../../outbox/queue.ts';
import { aboutUser } from '../about.ts';
import type { By } from '../by.ts';
import { emailIsFree, updateUser, userById } from '../store.ts';
import { deletePending, insertPending, takePending } from './store-email-changes.ts';
import { tellOfEmail } from './tell-of-email.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault'>;
const LINK_LIFE_MS = 24 * 3_600_000;
const QUARTER_HOUR = 15 * 60_000;

/**
 * Requests a change of the caller's own e-mail. It needs the password, or a recent confirmation, and takes
 * effect only once the link sent to the new address is opened; the current address is notified at once.
 * Throws 400 at `email` or `password`, 401 `confirm_again`, 429.
 */
export async function proveForEmail(
  { db, clock, vault }: Tools,
  { viewer, address, reply }: By,
  email: string,
  password: string | undefined,
): Promise<void> {
  if (!(await emailIsFree(db, email, viewer.id))) throw new BadRequest({ email: ['email_taken'] });
  if (password === undefined) mustBeConfirmed(viewer, clock);
  else await provePassword({ db, clock, vault }, { viewer, address, reply }, password);
  await count(db, clock, [
    { scope: 'email_change', subject: String(viewer.id), most: 5, windowMs: QUARTER_HOUR },
  ]);
}

/** Sends the link to the new address, and a notice to the current one. */
export async function askForEmail({ db, clock, vault }: Tools, { viewer }: By, email: string): Promise<void> {
  const token = newSecret();
  const now = clock.date();
  await transaction(db, async (trx) => {
    await insertPending(trx, {
      user_id: viewer.id,
      email,
      hash: sha256(token),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFE_MS),
    });
    const path = `/confirm-email/${viewer.id}/${token}`;
    await queueMail(trx, { kind: 'email_link', userId: viewer.id, to: email, path, vault });
    await queueMail(trx, { kind: 'email_asked', userId: viewer.id, email });
    await recordAudit(trx, viewer, {
      action: 'ask_email',
      ...aboutUser(viewer),
      before: { email: viewer.email },
      after: { email },
    });
  });
}

/** The current e-mail stays: a pending link is cancelled. */
export async function keepEmail({ db }: Tools, { viewer }: By): Promise<void> {
  await deletePending(db, viewer.id);
}

/** Handles the opened link: the new e-mail is active from now on, and the old one is notified. */
export async function confirmEmail(
  tools: Pick<Parts, 'db' | 'clock'>,
  link: { uid: string; token: string },
  address: string,
): Promise<string> {
  const { db, clock } = tools;
  const userId = /^\d{1,9}$/.test(link.uid) ? Number(link.uid) : 0;
  const now = clock.date();
  const email = await guess(tools, 'email_link', { address }, () =>
    transaction(db, (trx) => followLink(trx, userId, sha256(link.token), now, address)),
  );
  if (email === undefined) throw new BadRequest('email_link_dead');
  return email;
}

/** The account's new e-mail; undefined for an invalid link. */
async function followLink(
  trx: Trx,
  userId: number,
  hash: Buffer,
  now: Date,
  address: string,
): Promise<string | undefined> {
  const email = await takePending(trx, userId, hash, now);
  if (email === undefined) return undefined;
  const before = await userById(trx, system, userId);
  // To the address that loses the account: rendered before the change.
  await tellOfEmail(trx, userId, before.email, email);
  await updateUser(trx, userId, { email, updated_at: now });
  await killLinks(trx, userId, now);
  await recordChange(trx, { entity: 'users', type: 'updated', id: userId, clientId: before.client_id });
  await recordAudit(trx, system, {
    action: 'update',
    entity: 'users',
    id: userId,
    name: email,
    clientId: before.client_id,
    address,
    before: { email: before.email },
    after: { email },
  });
  return email;
}
