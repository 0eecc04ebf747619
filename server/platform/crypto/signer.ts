import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '../files/secret-file.ts';
import { keyId } from './vendor-keys.ts';

/** The Ed25519 key pair of this installation; boxes know its public half. */
export interface Signer {
  /** Signature in base64. */
  sign(message: Buffer): string;
  verify(message: Buffer, signature: string): boolean;
  readonly publicKeyPem: string;
  /** How its signatures call it. */
  readonly keyId: string;
}

/** The key pair kept in a folder (mode 0600), made at the first start. */
export function loadSigner(folder: string): Signer {
  const path = join(folder, 'signing-key.pem');
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeSecretFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  // Read back in any case: of two processes that start at once, one key wins for both.
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (message) => sign(null, message, privateKey).toString('base64'),
    verify: (message, signature) => verify(null, message, publicKey, Buffer.from(signature, 'base64')),
    keyId: keyId(publicKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
