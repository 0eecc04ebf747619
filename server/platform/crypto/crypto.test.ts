import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSecret, sameBytes, sha256 } from './secrets.ts';
import { loadSigner } from './signer.ts';
import { makeVault } from './vault.ts';

describe('vault', () => {
  const vault = makeVault(['one']);
  test('opens what it sealed, never twice the same envelope', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, aad) => vault.open(vault.seal(text, aad), aad) === text),
    );
    expect(vault.seal('a', 'b')).not.toBe(vault.seal('a', 'b'));
  });
  test('does not open what was moved to another place or changed', () => {
    const sealed = vault.seal('1234', 'box:1:cellular_pin');
    expect(() => vault.open(sealed, 'box:2:cellular_pin')).toThrow();
    const parts = sealed.split('.');
    parts[4] = Buffer.from('9999').toString('base64url');
    expect(() => vault.open(parts.join('.'), 'box:1:cellular_pin')).toThrow();
    expect(sealed).not.toContain(Buffer.from('1234').toString('base64url'));
  });
  test('a rotated key still opens what the old one sealed', () => {
    const sealed = vault.seal('x', 'a');
    expect(makeVault(['two', 'one']).open(sealed, 'a')).toBe('x');
    expect(() => makeVault(['two']).open(sealed, 'a')).toThrow('sealed with a key that is not here');
  });
});

describe('secrets', () => {
  test('have 256 bits and compare by content', () => {
    expect(Buffer.from(newSecret(), 'base64url')).toHaveLength(32);
    expect(sameBytes(sha256('a'), sha256('a'))).toBe(true);
    expect(sameBytes(sha256('a'), sha256('b'))).toBe(false);
    expect(sameBytes(Buffer.from('a'), Buffer.from('ab'))).toBe(false);
  });
});

describe('signer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-signer-'));
  test('keeps its key, readable by its owner only', () => {
    const first = loadSigner(folder);
    const again = loadSigner(folder);
    const signature = first.sign(Buffer.from('firmware'));
    expect(again.verify(Buffer.from('firmware'), signature)).toBe(true);
    expect(again.verify(Buffer.from('firmwarf'), signature)).toBe(false);
    expect(first.publicKeyPem).toBe(again.publicKeyPem);
    expect(statSync(join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600);
  });
});
