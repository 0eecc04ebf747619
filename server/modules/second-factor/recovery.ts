import { randomInt } from 'node:crypto';
import { sha256 } from '../../platform/crypto/secrets.ts';

const COUNT = 10;
/** Without letters and digits that are read for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const OF_GROUP = 4;

/** Ten codes of 59 random bits, as people write them down: `k3vf-9mqa-x2tz`. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: OF_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** What is kept of a code; random as it is, a plain hash tells nothing of it. */
export function hashRecoveryCode(code: string): Buffer {
  return sha256(`recovery:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
}
