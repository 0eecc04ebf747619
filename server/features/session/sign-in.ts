import type { FactorMethod } from '@aerowatch/contracts/api/second-factor';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { foldEmail } from '@aerowatch/domain/validation';
import type { Parts } from '../../parts.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { system } from '../../platform/viewer.ts';
import { isPassword } from '../credentials/passwords.ts';
import { type Account, accountOfEmail, accountOfId, noteLogin } from '../credentials/store-sessions.ts';
import { insertToken, type Opening } from '../credentials/store-tokens.ts';
import { attempt, welcome } from '../credentials/throttle.ts';
import { openChallenge, useChallenge } from '../second-factor/challenge.ts';
import { isFactorOf, nameOfFactor, type SentFactor, signerOf } from '../second-factor/check.ts';
import { askPasskey } from '../second-factor/passkeys/passkeys.ts';
import { relyingParty } from '../second-factor/passkeys/relying-party.ts';
import { type Challenge, takeChallenge } from '../second-factor/store-challenges.ts';
import { factorsOf } from '../second-factor/store-factors.ts';
import type { SignIn, SignOn } from '../sso/sign-on.ts';
import { readDevice, sealDevice } from './device.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
/** Specified by the customer: a session lasts six hours at most. */
export const TOKEN_LIFE_MS = 6 * HOUR;

/** An unchanged displayed password is valid this long, like an invitation. */
const PRINTED_LIFE_MS = 7 * DAY;

/** Where somebody signs in from. */
export interface From {
  readonly address: string;
  /** The browser's user agent. */
  readonly browser: string;
  /** The device token of an earlier sign-in with this browser. */
  readonly device?: string | undefined;
}
export interface Session {
  readonly token: string;
  readonly tokenId: number;
  readonly userId: number;
  readonly device: string;
}
export interface FactorRequired {
  readonly challenge: string;
  readonly methods: FactorMethod[];
  readonly passkey: Record<string, unknown> | null;
}

/**
 * Signs in, or asks for the second factor of a user who has one. Unknown e-mail, inactive account and wrong
 * password cannot be distinguished, not even by timing. Throws 400 `login_failed`, `printed_over` (for a
 * correct password that was displayed too long ago), 429.
 */
export async function logIn(
  tools: Tools,
  email: string,
  password: string,
  from: From,
): Promise<Session | FactorRequired> {
  const { db, vault } = tools;
  const name = foldEmail(email.trim());
  // PostgreSQL text cannot hold U+0000, so no account has it in its name.
  const account = name.includes('\u0000') ? undefined : await accountOfEmail(db, system, name);
  const device = readDevice(vault, from.device);
  const tried = await attemptOf(tools, account, name, from);
  if (!(await isPassword(password, account?.password_hash)) || account === undefined)
    throw new BadRequest('login_failed');
  const printed = account.password_printed_at;
  if (printed !== null && tools.clock.now() - printed.getTime() > PRINTED_LIFE_MS)
    throw new BadRequest('printed_over');
  // A correct password alone proves nothing: the attempt counts as failed until the second step.
  if (account.has_factor) return askFactor(tools, account, from, tried.hits);
  // One commit for everything a sign-in writes, because each waits for the disk.
  const opened = await transaction(db, async (trx) => {
    await tried.succeeded(trx);
    return openSession(trx, tools.clock.date(), account.id, { method: 'password', ...from });
  });
  return { ...opened, userId: account.id, device: sealDevice(vault, device, account.id) };
}

function attemptOf({ db, clock, vault }: Tools, account: Account | undefined, name: string, from: From) {
  const { address } = from;
  return attempt(db, clock, name, { address, device: account && ownDevice(vault, account.id, from) });
}

/** The device, where this account signed in with it before. */
function ownDevice(vault: Tools['vault'], userId: number, from: From): string | undefined {
  const device = readDevice(vault, from.device);
  return device?.users.includes(userId) === true ? device.id : undefined;
}

async function askFactor(
  tools: Tools,
  account: Account,
  { address }: From,
  hits: readonly number[],
): Promise<FactorRequired> {
  const { totp, passkeys, recovery } = await factorsOf(tools.db, system, account.id);
  const canPasskey = passkeys > 0 && relyingParty(tools.config.publicUrl) !== null;
  const passkey = canPasskey ? await askPasskey(tools, account.id) : null;
  const methods: FactorMethod[] = [
    ...(totp === null ? [] : (['totp'] as const)),
    ...(passkey === null ? [] : (['passkey'] as const)),
    ...(recovery === 0 ? [] : (['recovery'] as const)),
  ];
  const data = { passkey: passkey?.challenge ?? null, hits };
  const challenge = await openChallenge(tools, 'sign_in', account.id, address, data);
  return { challenge, methods, passkey: passkey as Record<string, unknown> | null };
}

/** Starts signing in with a passkey alone. */
export async function askForPasskey(tools: Tools, address: string) {
  const passkey = await askPasskey(tools, null);
  const challenge = await openChallenge(tools, 'passkey', null, address, { passkey: passkey.challenge });
  return { challenge, passkey: passkey as unknown as Record<string, unknown> };
}

type Tell = (email: string) => void;
interface Proved {
  readonly account: Account;
  readonly method: 'passkey' | 'second_factor';
  /** Clears what counted as failures. */
  succeeded(trx: Trx): Promise<void>;
}

/** The second step: throws 400 at the challenge or at the factor, 429. `tell` gets the account before that. */
export async function finishSignIn(
  tools: Tools,
  sent: SentFactor & { challenge: string },
  from: From,
  tell: Tell,
): Promise<Session> {
  const { db, clock, vault } = tools;
  const challenge = await useChallenge(tools, ['sign_in', 'passkey'], sent.challenge, from.address);
  const proved =
    challenge.user_id === null
      ? await provedAlone(tools, challenge, sent, from, tell)
      : await provedSecond(tools, challenge, challenge.user_id, sent, from, tell);
  const { account, method } = proved;
  const opened = await transaction(db, async (trx) => {
    if (!(await takeChallenge(trx, challenge.id))) throw new BadRequest({ challenge: ['challenge_over'] });
    await proved.succeeded(trx);
    return openSession(trx, clock.date(), account.id, { method, ...from });
  });
  return {
    ...opened,
    userId: account.id,
    device: sealDevice(vault, readDevice(vault, from.device), account.id),
  };
}

/**
 * By a passkey alone: its owner is known once the signature is verified, and a signature cannot be guessed.
 */
async function provedAlone(
  tools: Tools,
  challenge: Challenge,
  sent: SentFactor,
  { address }: From,
  tell: Tell,
): Promise<Proved> {
  const userId = await signerOf(tools, sent.passkey, challenge, address);
  const account = userId === undefined ? undefined : await accountOfId(tools.db, system, userId);
  if (account === undefined) throw new BadRequest({ [nameOfFactor(sent)]: ['factor_wrong'] });
  tell(account.email);
  if (!account.is_active) throw new BadRequest({ passkey: ['factor_wrong'] });
  const succeeded = (trx: Trx) => welcome(trx, tools.clock, foldEmail(account.email), address);
  return { account, method: 'passkey', succeeded };
}

/** By a factor after the password. */
async function provedSecond(
  tools: Tools,
  challenge: Challenge,
  userId: number,
  sent: SentFactor,
  from: From,
  tell: Tell,
): Promise<Proved> {
  const wrong = new BadRequest({ [nameOfFactor(sent)]: ['factor_wrong'] });
  const account = await accountOfId(tools.db, system, userId);
  if (account === undefined) throw wrong;
  tell(account.email);
  const tried = await attemptOf(tools, account, foldEmail(account.email), from);
  const device = ownDevice(tools.vault, userId, from);
  const who = { address: from.address, account: { id: userId, device } };
  if (!(await isFactorOf(tools, who, sent, challenge)) || !account.is_active) throw wrong;
  const { hits = [] } = challenge.data as { hits?: number[] };
  return { account, method: 'second_factor', succeeded: (trx) => tried.succeeded(trx, hits) };
}

/** A session for somebody the OpenID provider authenticated; failures from the same place are cleared. */
export async function enter(
  { db, clock, vault }: Tools,
  signOn: SignOn,
  came: SignIn,
  from: From,
): Promise<Session> {
  const { userId, email } = came;
  const opened = await transaction(db, async (trx) => {
    await welcome(trx, clock, foldEmail(email), from.address);
    return openSession(trx, clock.date(), userId, { method: 'sso', ...from });
  });
  await signOn.keep(opened.tokenId, came);
  return { ...opened, userId, device: sealDevice(vault, readDevice(vault, from.device), userId) };
}

/** A token of 256 random bits; only its SHA-256 is stored. */
export async function openSession(
  db: Db,
  now: Date,
  userId: number,
  opening: Opening,
): Promise<{ token: string; tokenId: number }> {
  const token = newSecret();
  const end = new Date(now.getTime() + TOKEN_LIFE_MS);
  const tokenId = await transaction(db, async (trx) => {
    await noteLogin(trx, userId, now);
    return insertToken(trx, userId, sha256(token), now, end, opening);
  });
  return { token, tokenId };
}
