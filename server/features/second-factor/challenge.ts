import type { Parts } from '../../parts.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { transaction } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { networkOf } from '../../platform/machine/address.ts';
import { system } from '../../platform/viewer.ts';
import { guess } from '../credentials/guesses.ts';
import { type Challenge, insertChallenge, tryChallenge } from './store-challenges.ts';

/** The purposes of challenges. */
export type ChallengeKind = 'sign_in' | 'passkey' | 'register' | 'confirm' | 'sso';
type Tools = Pick<Parts, 'db' | 'clock'>;
const LIFE_MS = 5 * 60_000;

/** Opens a challenge, to be answered within five minutes, in five attempts, and from the same network. */
export async function openChallenge(
  { db, clock }: Tools,
  kind: ChallengeKind,
  userId: number | null,
  address: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const secret = newSecret();
  const challenge = {
    hash: sha256(secret),
    kind,
    userId,
    network: networkOf(address),
    data,
    expiresAt: new Date(clock.now() + LIFE_MS),
  };
  await transaction(db, (trx) => insertChallenge(trx, challenge));
  return secret;
}

/**
 * The challenge of a secret, with one attempt used; 400 at `challenge` when it has expired, or came from
 * elsewhere.
 */
export async function useChallenge(
  tools: Tools,
  kinds: readonly ChallengeKind[],
  secret: string,
  address: string,
): Promise<Challenge> {
  const { db, clock } = tools;
  const answer = { hash: sha256(secret), kinds, network: networkOf(address), now: clock.date() };
  const found = await guess(tools, 'challenge', { address }, () => tryChallenge(db, system, answer));
  if (found === undefined) throw new BadRequest({ challenge: ['challenge_over'] });
  return found;
}
