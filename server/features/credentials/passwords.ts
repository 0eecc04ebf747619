import { isPersonal } from '@aerowatch/domain/password-strength';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2 } from '../../platform/crypto/argon2.ts';
import { BadRequest } from '../../platform/errors.ts';
import { isStrong } from './strength.ts';

/** Replaces the hash of an account that does not exist, so that the check takes as long. Same parameters. */
const nobody: Promise<string> = hash('nobody has this password', ARGON2);

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

/** Whether a password matches this hash; without a usable hash it takes as long and is false. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const usable = hashed?.startsWith('$argon2id$') === true;
  const right = await verify(usable ? hashed : await nobody, password);
  return usable && right;
}

/** The person that a password is for: it must not contain their data. */
export interface Holder {
  /** Names and the e-mail of the person. */
  readonly own: readonly string[];
  /** Other words that an attacker knows: the client, the product's title. */
  readonly around: readonly string[];
}

/** Refuses, at its field, a password that contains the person's own names or is easy to guess. */
export async function refuseWeak(password: string, field: string, holder: Holder): Promise<void> {
  const why = await weaknessOf(password, holder);
  if (why !== undefined) throw new BadRequest({ [field]: [why] });
}

/** Undefined for a password that is strong enough for this person. */
export async function weaknessOf(
  password: string,
  { own, around }: Holder,
): Promise<'password_personal' | 'password_guessable' | undefined> {
  if (isPersonal(password, own)) return 'password_personal';
  const strong = await isStrong(password, ['AeroWatch', ...own, ...around]);
  return strong ? undefined : 'password_guessable';
}
