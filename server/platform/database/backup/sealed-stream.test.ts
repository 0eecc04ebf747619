import { createCipheriv, scryptSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { backupName, rotate } from './rotation.ts';
import { opening, sealing } from './sealed-stream.ts';

const SECRET = 'what the file of the key holds';
const through = async (content: Buffer, stream: Transform): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  // Pieces of an odd length, so that their ends are never at the ends of encrypted ones.
  const parts = Array.from({ length: Math.ceil(content.length / 50_001) }, (_, i) =>
    content.subarray(i * 50_001, (i + 1) * 50_001),
  );
  for await (const piece of Readable.from(parts).pipe(stream)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

describe('a sealed stream', () => {
  const PIECE = 64 * 1024;
  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 300_000])(
    'of %d bytes opens again',
    async (size) => {
      const content = Buffer.alloc(size, 'rows of a table ');
      const sealed = await through(content, sealing(SECRET));
      expect(sealed.includes('rows of a table')).toBe(false);
      expect((await through(sealed, opening(SECRET))).equals(content)).toBe(true);
    },
  );
  test('says of a damaged one that it is damaged, and of another key that it is another', async () => {
    const sealed = await through(Buffer.alloc(5 * PIECE, 'x'), sealing(SECRET));
    const [head, piece] = [25 + 16 + 16 + 8, PIECE + 16];
    const flipped = (at: number) => {
      const copy = Buffer.from(sealed);
      copy[at]! ^= 1;
      return copy;
    };
    const cut = sealed.subarray(0, head + 3 * piece);
    const exchanged = Buffer.concat([
      sealed.subarray(0, head),
      sealed.subarray(head + piece, head + 2 * piece),
      sealed.subarray(head, head + piece),
      sealed.subarray(head + 2 * piece),
    ]);
    // In the salt, in the proof of the key, in the first piece, in the last one.
    for (const bad of [
      flipped(30),
      flipped(45),
      flipped(head + 5),
      flipped(sealed.length - 1),
      cut,
      exchanged,
    ])
      await expect(through(bad, opening(SECRET))).rejects.toThrow(/^the file is damaged/);
    await expect(through(sealed, opening('some other secret'))).rejects.toThrow(/^the key is not the one/);
    await expect(through(sealed, opening(undefined))).rejects.toThrow(/--key-file/);
  });
  test('of before version 2.7 opens too; what follows its first piece is damaged, not locked', async () => {
    // As that version wrote it: pieces directly after the salt.
    const salt = Buffer.alloc(16, 5);
    const key = scryptSync(SECRET, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
    const sealedPiece = (text: Buffer, index: number, isLast: boolean) => {
      const bound = Buffer.alloc(12);
      bound.writeBigUInt64BE(BigInt(index), 0);
      bound[11] = isLast ? 1 : 0;
      const cipher = createCipheriv('aes-256-gcm', key, bound);
      return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    };
    const [one, two] = [Buffer.alloc(PIECE, 'a'), Buffer.from('b')];
    const old = Buffer.concat([
      Buffer.from('sealed database backup 1\n'),
      salt,
      sealedPiece(one, 0, false),
      sealedPiece(two, 1, true),
    ]);
    expect((await through(old, opening(SECRET))).equals(Buffer.concat([one, two]))).toBe(true);
    const changed = Buffer.from(old);
    changed[old.length - 1]! ^= 1;
    await expect(through(changed, opening(SECRET))).rejects.toThrow(/^the file is damaged/);
    await expect(through(old, opening('some other secret'))).rejects.toThrow(/^the key is not the one/);
  });
  test('lets pass what was never sealed', async () => {
    for (const plain of [Buffer.from('short'), Buffer.alloc(200_000, 7)])
      expect((await through(plain, opening(undefined))).equals(plain)).toBe(true);
  });
});

test('rotation keeps the youngest, and touches nothing that is not one of its backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-rotate-'));
  const names = [3, 1, 2, 4].map((day) => backupName(new Date(Date.UTC(2026, 0, day))));
  for (const name of [...names, 'mine.backup']) writeFileSync(join(folder, name), '');
  expect(rotate(folder, 2)).toEqual([
    'aerowatch-2026-01-01T000000Z.backup',
    'aerowatch-2026-01-02T000000Z.backup',
  ]);
  expect(readdirSync(folder).sort()).toEqual([
    'aerowatch-2026-01-03T000000Z.backup',
    'aerowatch-2026-01-04T000000Z.backup',
    'mine.backup',
  ]);
  rmSync(folder, { recursive: true });
});
