import { randomBytes, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { ARGON2 } from '../../platform/crypto/argon2.ts';
import { sha256 } from '../../platform/crypto/secrets.ts';

const COUNT = 10;
/** Without letters and digits that are easily confused. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const OF_GROUP = 4;
const SALT_BYTES = 16;

/** Ten codes of 59 random bits, easy to write down: `k3vf-9mqa-x2tz`. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: OF_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** One salt for all codes of a person, so that an entered code is hashed once. */
export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The stored hash of a code: argon2id, like a password, as 59 bits could be searched (ASVS 5.0, 6.5.2). */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return hashRaw(sha256(`recovery:${plain}`), { ...ARGON2, salt });
}
