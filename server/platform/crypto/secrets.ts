import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as 43 characters that are valid anywhere: tokens, keys, reset links, box passwords. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash for storing secrets of 256 random bits; passwords of people use argon2id instead. */
export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(sha256(a), sha256(b)) && a.length === b.length;
}
