import { isPersonal } from '@aerowatch/domain/password-strength';
import { hash, verify } from '@node-rs/argon2';
import { ARGON2 } from '../../platform/crypto/argon2.ts';
import { BadRequest } from '../../platform/errors.ts';
import { isStrong } from './strength.ts';

/** Stands in for an account that does not exist, so that it takes the same time. Made by the same parameters. */
const nobody: Promise<string> = hash('nobody has this password', ARGON2);

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2);
}

/** Whether it is the password of this hash; without a usable one it takes as long and is false. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const usable = hashed?.startsWith('$argon2id$') === true;
  const right = await verify(usable ? hashed : await nobody, password);
  return usable && right;
}

/** Who a password is for: what it must not be made of. */
export interface Holder {
  /** Names and the e-mail of the person. */
  readonly own: readonly string[];
  /** Other words that a guesser knows: the client, the title of the product. */
  readonly around: readonly string[];
}

/** Refuses, at its field, a password that is made of the person's own names or is easy to guess. */
export async function refuseWeak(password: string, field: string, holder: Holder): Promise<void> {
  const why = await weaknessOf(password, holder);
  if (why !== undefined) throw new BadRequest({ [field]: [why] });
}

/** Undefined for a password that is good enough for this person. */
export async function weaknessOf(
  password: string,
  { own, around }: Holder,
): Promise<'password_personal' | 'password_guessable' | undefined> {
  if (isPersonal(password, own)) return 'password_personal';
  const strong = await isStrong(password, ['AeroWatch', ...own, ...around]);
  return strong ? undefined : 'password_guessable';
}
