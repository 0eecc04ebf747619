import type { Parts } from '../../parts.ts';
import { networkOf } from '../../platform/address.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { BadRequest } from '../../platform/errors.ts';
import { system } from '../../platform/viewer.ts';
import { type Challenge, insertChallenge, tryChallenge } from './store-challenges.ts';

/** The purposes of challenges. */
export type ChallengeKind = 'sign_in' | 'passkey' | 'register' | 'confirm' | 'sso';
type Tools = Pick<Parts, 'db' | 'clock'>;
const LIFE_MS = 5 * 60_000;

/** Opens a challenge, to be answered within five minutes, in five tries, and from the same network. */
export async function openChallenge(
  { db, clock }: Tools,
  kind: ChallengeKind,
  userId: number | null,
  address: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const secret = newSecret();
  await insertChallenge(db, {
    hash: sha256(secret),
    kind,
    userId,
    network: networkOf(address),
    data,
    expiresAt: new Date(clock.now() + LIFE_MS),
  });
  return secret;
}

/** The challenge of a secret, with one try used; 400 at `challenge` when it has expired, or came from elsewhere. */
export async function answered(
  { db, clock }: Tools,
  kinds: readonly ChallengeKind[],
  secret: string,
  address: string,
): Promise<Challenge> {
  const now = clock.date();
  const found = await tryChallenge(db, system, {
    hash: sha256(secret),
    kinds,
    network: networkOf(address),
    now,
  });
  if (found === undefined) throw new BadRequest({ challenge: ['challenge_over'] });
  return found;
}
