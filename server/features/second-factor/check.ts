import type { Parts } from '../../parts.ts';
import { BadRequest } from '../../platform/errors.ts';
import { system } from '../../platform/viewer.ts';
import { type Guesser, guess } from '../credentials/guesses.ts';
import { userOfPasskey } from './passkeys/passkeys.ts';
import { hashRecoveryCode } from './recovery.ts';
import { type Challenge, takePasskeyChallenge } from './store-challenges.ts';
import { saltOfCodes, takeCode, takeStep, totpSecret } from './store-factors.ts';
import { stepOf } from './totp.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'vault' | 'config'>;
/** The context that a secret's encryption is bound to. */
export const sealedFor = (userId: number) => `totp:${userId}`;

/** A factor in a request: one of these. */
export interface SentFactor {
  readonly totp?: string | undefined;
  readonly recovery?: string | undefined;
  readonly passkey?: unknown;
}
export type FactorName = 'totp' | 'recovery' | 'passkey';
export const nameOfFactor = (proof: SentFactor): FactorName =>
  proof.totp !== undefined ? 'totp' : proof.recovery !== undefined ? 'recovery' : 'passkey';

/**
 * Whether a proof is a valid factor of this account, within the guessing limits: throws 429 before anything
 * is evaluated. A code can be used only once, across all processes. A passkey must have signed the
 * `challenge`, which a right signature uses up: throws 400 at `challenge` for a second one.
 */
export async function isFactorOf(
  tools: Tools,
  who: Required<Guesser>,
  proof: SentFactor,
  challenge: Challenge | null,
): Promise<boolean> {
  const { totp, recovery, passkey } = proof;
  const { id } = who.account;
  if (totp !== undefined) return guess(tools, 'code', who, () => isCodeOf(tools, id, totp));
  if (recovery !== undefined) return guess(tools, 'code', who, () => isRecoveryOf(tools, id, recovery));
  return (await signerOf(tools, passkey, challenge, who.address)) === id;
}

/** The user whose passkey signed the challenge, which is then used up; undefined for a wrong signature. */
export async function signerOf(
  tools: Tools,
  response: unknown,
  challenge: Challenge | null,
  address: string,
): Promise<number | undefined> {
  return guess(tools, 'passkey', { address }, async () => {
    const expected = challenge?.data.passkey;
    if (challenge === null || typeof expected !== 'string') return undefined;
    const signer = await userOfPasskey(tools, response, expected);
    if (signer !== undefined && !(await takePasskeyChallenge(tools.db, challenge.id)))
      throw new BadRequest({ challenge: ['challenge_over'] });
    return signer;
  });
}

async function isRecoveryOf({ db, clock }: Tools, userId: number, code: string): Promise<boolean> {
  const salt = await saltOfCodes(db, system, userId);
  return salt !== undefined && takeCode(db, userId, await hashRecoveryCode(code, salt), clock.date());
}

async function isCodeOf({ db, clock, vault }: Tools, userId: number, code: string): Promise<boolean> {
  const sealed = await totpSecret(db, system, userId);
  if (sealed === undefined) return false;
  const step = stepOf(vault.open(sealed, sealedFor(userId)), code, clock.now());
  return step !== null && takeStep(db, userId, step);
}
