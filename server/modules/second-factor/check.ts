import type { Parts } from '../../parts.ts';
import { system } from '../../platform/viewer.ts';
import { userOfPasskey } from './passkeys.ts';
import { hashRecoveryCode } from './recovery.ts';
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
 * Whether a proof is a valid factor of this user. Codes are used up by it, across all processes. `challenge`
 * is what a passkey had to sign.
 */
export async function isFactorOf(
  tools: Tools,
  userId: number,
  proof: SentFactor,
  challenge: string,
): Promise<boolean> {
  if (proof.totp !== undefined) return isCodeOf(tools, userId, proof.totp);
  if (proof.recovery !== undefined) return isRecoveryOf(tools, userId, proof.recovery);
  return (await userOfPasskey(tools, proof.passkey, challenge)) === userId;
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
