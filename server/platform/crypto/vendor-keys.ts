import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A public key of an external signer, with its id in signatures. */
export interface NamedKey {
  /** First 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
  readonly id: string;
  readonly key: KeyObject;
}
interface NamedSignature {
  readonly key: string;
  readonly signature: string;
}

/** Prefix of an Ed25519 SubjectPublicKeyInfo before the 32 bytes (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 public key in base64: its 32 bytes, or the body of its PEM. Throws for anything else. */
export function readNamedKey(text: string): NamedKey {
  const bytes = Buffer.from(text.trim(), 'base64');
  const der = bytes.length === 32 ? Buffer.concat([SPKI, bytes]) : bytes;
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return { id: keyId(key), key };
}

export function keyId(key: KeyObject): string {
  return createHash('sha256').update(rawKey(key)).digest('hex').slice(0, 16);
}

/** Its 32 bytes. */
export function rawKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** How many different ones of these keys signed the message. */
export function countSigners(
  message: Uint8Array,
  signatures: readonly NamedSignature[],
  keys: readonly NamedKey[],
): number {
  return keys.filter(({ id, key }) =>
    signatures.some(
      (one) => one.key === id && verify(null, message, key, Buffer.from(one.signature, 'base64')),
    ),
  ).length;
}
