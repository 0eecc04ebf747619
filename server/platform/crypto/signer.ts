import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '../files/secret-file.ts';
import { keyId } from './vendor-keys.ts';

/** The Ed25519 key pair of this installation; boxes hold its public key. */
export interface Signer {
  /** Signature in base64. */
  sign(message: Buffer): string;
  verify(message: Buffer, signature: string): boolean;
  readonly publicKeyPem: string;
  /** The id of the key in its signatures. */
  readonly keyId: string;
}

/** The key pair stored in a folder (mode 0600), created at the first start. */
export function loadSigner(folder: string): Signer {
  const path = join(folder, 'signing-key.pem');
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeSecretFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  // Always read back, so that two processes that start at once use the same key.
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (message) => sign(null, message, privateKey).toString('base64'),
    verify: (message, signature) => verify(null, message, publicKey, Buffer.from(signature, 'base64')),
    keyId: keyId(publicKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
