import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { recheckSessions } from '../../platform/events/events.ts';
import type { UserViewer } from '../../platform/viewer.ts';
import { guess } from '../credentials/guesses.ts';
import { aboutUser } from '../users/about.ts';
import { openChallenge, useChallenge } from './challenge.ts';
import { sealedFor } from './check.ts';
import { askNewPasskey, readNewPasskey } from './passkeys/passkeys.ts';
import { deletePasskey, insertPasskey } from './passkeys/store-passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes, newSalt } from './recovery.ts';
import { takeChallenge } from './store-challenges.ts';
import {
  confirmPending,
  deleteCodes,
  deleteTotp,
  factorsOf,
  keepPending,
  pendingSecret,
  replaceCodes,
} from './store-factors.ts';
import { enrolmentOf, newTotpSecret, stepOf } from './totp.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
export interface Self {
  readonly viewer: UserViewer;
  readonly address: string;
}
/** Time to find a phone and read a code. */
const PENDING_MS = 15 * 60_000;

/** Starts setting up an authenticator: its secret, to be confirmed by a first code. */
export async function beginTotp({ db, clock, vault, config }: Tools, { viewer }: Self) {
  const secret = newTotpSecret();
  const sealed = vault.seal(secret, sealedFor(viewer.id));
  await transaction(db, (trx) => keepPending(trx, viewer.id, sealed, clock.date()));
  return { secret, ...enrolmentOf(secret, viewer.email, config.title) };
}

/** The first code of the new authenticator, which is active from now on. Returns the recovery codes, once. */
export async function confirmTotp(tools: Tools, { viewer, address }: Self, code: string): Promise<string[]> {
  const { db, clock, vault } = tools;
  const now = clock.date();
  const sealed = await pendingSecret(db, viewer, new Date(now.getTime() - PENDING_MS));
  if (sealed === undefined) throw new BadRequest({ code: ['totp_not_begun'] });
  const secret = vault.open(sealed, sealedFor(viewer.id));
  const step = await guess(tools, 'first_code', { address, account: viewer }, async () =>
    stepOf(secret, code, now.getTime()),
  );
  if (step === null) throw new BadRequest({ code: ['factor_wrong'] });
  const { codes, kept } = await newCodes();
  return transaction(db, async (trx) => {
    if (!(await confirmPending(trx, viewer.id, sealed, step, now)))
      throw new BadRequest({ code: ['totp_not_begun'] });
    await noted(trx, viewer, 'totp_set');
    await replaceCodes(trx, viewer.id, kept);
    return codes;
  });
}

export async function removeTotp({ db }: Tools, self: Self): Promise<void> {
  await transaction(db, async (trx) => {
    if ((await factorsOf(trx, self.viewer, self.viewer.id)).totp === null) return;
    await deleteTotp(trx, self.viewer.id);
    await forgetCodesOfNobody(trx, self.viewer);
    await noted(trx, self.viewer, 'totp_removed');
  });
}

/** Replaces the recovery codes of somebody with a factor. */
export async function renewCodes({ db }: Tools, self: Self): Promise<string[]> {
  const { codes, kept } = await newCodes();
  return transaction(db, async (trx) => {
    const { totp, passkeys } = await factorsOf(trx, self.viewer, self.viewer.id);
    if (totp === null && passkeys === 0) throw new BadRequest('no_factor');
    await noted(trx, self.viewer, 'recovery_codes');
    await replaceCodes(trx, self.viewer.id, kept);
    return codes;
  });
}

/** Options for the browser to create a passkey. */
export async function beginPasskey(tools: Tools, { viewer, address }: Self) {
  const options = await askNewPasskey(tools, viewer);
  const data = { passkey: options.challenge };
  const challenge = await openChallenge(tools, 'register', viewer.id, address, data);
  return { challenge, options: options as unknown as Record<string, unknown> };
}

/** Stores the passkey that the browser created; recovery codes with the first factor. */
export async function addPasskey(
  tools: Tools,
  self: Self,
  sent: { challenge: string; name: string; response: unknown },
) {
  const { db, clock } = tools;
  const { viewer, address } = self;
  const { id, user_id, data } = await useChallenge(tools, ['register'], sent.challenge, address);
  if (user_id !== viewer.id) throw new BadRequest({ challenge: ['challenge_over'] });
  const made = await readNewPasskey(tools, sent.response, String(data.passkey));
  if (made === undefined) throw new BadRequest({ response: ['passkey_unreadable'] });
  const { codes, kept } = await newCodes();
  return transaction(db, async (trx) => {
    if (!(await takeChallenge(trx, id))) throw new BadRequest({ challenge: ['challenge_over'] });
    const before = await factorsOf(trx, viewer, viewer.id);
    const key = await insertPasskey(trx, { user_id: viewer.id, name: sent.name, ...made });
    if (key === undefined) throw new BadRequest({ response: ['passkey_known'] });
    await noted(trx, viewer, 'passkey_added', sent.name);
    const first = before.totp === null && before.passkeys === 0;
    if (first) await replaceCodes(trx, viewer.id, kept);
    return {
      passkey: { id: key, name: sent.name, created_at: clock.date().toISOString(), last_used_at: null },
      recovery_codes: first ? codes : [],
    };
  });
}

export async function removePasskey({ db }: Tools, self: Self, id: number): Promise<void> {
  await transaction(db, async (trx) => {
    const name = await deletePasskey(trx, self.viewer, id);
    if (name === undefined) throw new NotFound();
    await forgetCodesOfNobody(trx, self.viewer);
    await noted(trx, self.viewer, 'passkey_removed', name);
  });
}

/** Ten codes and their hashes: created before the transaction, since hashing takes a while. */
async function newCodes() {
  const codes = newRecoveryCodes();
  const salt = newSalt();
  return {
    codes,
    kept: { salt, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(code, salt))) },
  };
}

/** Codes replace a factor: without one they would be a factor of their own. */
async function forgetCodesOfNobody(trx: Trx, viewer: UserViewer): Promise<void> {
  const { totp, passkeys } = await factorsOf(trx, viewer, viewer.id);
  if (totp === null && passkeys === 0) await deleteCodes(trx, viewer.id);
}

/** Writes the audit log; the person's sessions may have gained or lost rights. */
async function noted(trx: Trx, viewer: UserViewer, action: string, passkey?: string): Promise<void> {
  await recordAudit(trx, viewer, {
    action,
    ...aboutUser(viewer),
    ...(passkey === undefined ? {} : { after: { name: passkey } }),
  });
  await recheckSessions(trx, viewer.id);
}
