import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that must be read again, such as a cellular password. */
export interface Vault {
  /** `aad` binds the text to its place (box id and field): in another place it cannot be decrypted. */
  seal(text: string, aad: string): string;
  /** Throws when the text was changed or moved, or encrypted with an unknown key. */
  open(sealed: string, aad: string): string;
  /** The same text encrypted with the first key; unchanged if it already was. Throws as `open` does. */
  reseal(sealed: string, aad: string): string;
  /**
   * A secret of 256 bits like `newSecret`'s that is always the same for these parts, and that nobody can
   * compute without the first key.
   */
  derive(...parts: readonly string[]): string;
}

/** The name of the key that encrypted a text. */
export const keyOf = (sealed: string): string => sealed.split('.')[1] ?? '';

const PREFIX = 'v1';

/**
 * AES-256-GCM envelopes `v1.<key id>.<nonce>.<tag>.<text>`, base64url. The first key encrypts; the others
 * only decrypt, so that SECRET_KEY can be rotated (`new,old`).
 */
export function makeVault(secretKeys: readonly string[]): Vault {
  const keys = new Map(secretKeys.map((secret) => [keyId(secret), deriveKey(secret)]));
  const [first] = keys.keys();
  if (first === undefined) throw new Error('a vault needs a key');
  const derivingKey = deriveKey(secretKeys[0]!, 'aerowatch derived');
  const vault: Vault = {
    seal(text, aad) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys.get(first)!, nonce).setAAD(Buffer.from(aad));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        PREFIX,
        first,
        ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
      ].join('.');
    },
    open(sealed, aad) {
      const [version, id = '', nonce = '', tag = '', text = ''] = sealed.split('.');
      const key = keys.get(id);
      if (version !== PREFIX || key === undefined) throw new Error('sealed with a key that is not here');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(aad)).setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
    reseal: (sealed, aad) => (keyOf(sealed) === first ? sealed : vault.seal(vault.open(sealed, aad), aad)),
    derive: (...parts) => createHmac('sha256', derivingKey).update(JSON.stringify(parts)).digest('base64url'),
  };
  return vault;
}

function deriveKey(secret: string, purpose = 'aerowatch vault'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Identifies a key without revealing it. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`id:${secret}`).digest('base64url').slice(0, 8);
}
