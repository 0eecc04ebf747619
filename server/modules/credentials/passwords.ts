import { hash, verify } from '@node-rs/argon2';
import { BadRequest } from '../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP password storage cheat sheet: argon2id, 19 MiB, 2 passes, 1 lane. Runs off the main thread. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
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

/** Refuses, at its field, a password that is in the lists attackers try first or is the person's own name. */
export function refuseWeak(password: string, field: string, about: readonly string[] = []): void {
  if (isCommonPassword(password)) throw new BadRequest({ [field]: ['password_common'] });
  if (isPersonal(password, about)) throw new BadRequest({ [field]: ['password_personal'] });
}

/** Whether little is left of a password once the person's own words, digits and marks are taken out. */
function isPersonal(password: string, about: readonly string[]): boolean {
  const plain = password.toLowerCase();
  const words = about
    .flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)])
    .map((word) => word.toLowerCase());
  const own = [...new Set(words)].filter((word) => word.length >= 3 && plain.includes(word));
  const rest = own
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), plain);
  return own.length > 0 && rest.replace(/[^\p{L}]/gu, '').length < 6;
}
