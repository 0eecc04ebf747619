import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../crypto/secrets.ts';
import { makeFileStore } from './store.ts';

describe('file store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-files-'));
  const store = makeFileStore(folder);
  test('keeps what it is given, counted and hashed, and gives parts of it', async () => {
    const content = Buffer.from('0123456789');
    expect(await store.put('a/1.bin', Readable.from([content.subarray(0, 4), content.subarray(4)]))).toEqual({
      size: 10,
      sha256: sha256(content).toString('hex'),
    });
    expect(await buffer(store.read('a/1.bin'))).toEqual(content);
    expect((await buffer(store.read('a/1.bin', { start: 2, end: 4 }))).toString()).toBe('234');
    expect(await store.size('a/1.bin')).toBe(10);
    await store.remove('a/1.bin');
    expect(await store.size('a/1.bin')).toBeUndefined();
  });
  test('a source that breaks leaves nothing, not even a part; the file before it stays', async () => {
    await store.put('b/1.bin', Buffer.from('before'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(store.put('b/1.bin', broken)).rejects.toThrow('cut');
    expect(readdirSync(join(folder, 'b'))).toEqual(['1.bin']);
    expect((await buffer(store.read('b/1.bin'))).toString()).toBe('before');
  });
  test('a name never leaves the store', () => {
    for (const name of ['../x', '/etc/passwd', 'a/../../x', '.']) expect(() => store.pathOf(name)).toThrow();
  });
});
