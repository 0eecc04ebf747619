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
  // Pieces of an odd length: their ends are nowhere near the ends of sealed ones.
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
  test('does not open with another key, changed, cut off at a piece, or with pieces exchanged', async () => {
    const sealed = await through(Buffer.alloc(5 * PIECE, 'x'), sealing(SECRET));
    const [head, piece] = [26 + 16, PIECE + 16];
    const changed = Buffer.from(sealed);
    changed[head + 5]! ^= 1;
    const cut = sealed.subarray(0, head + 3 * piece);
    const exchanged = Buffer.concat([
      sealed.subarray(0, head),
      sealed.subarray(head + piece, head + 2 * piece),
      sealed.subarray(head, head + piece),
      sealed.subarray(head + 2 * piece),
    ]);
    for (const bad of [changed, cut, exchanged])
      await expect(through(bad, opening(SECRET))).rejects.toThrow(/does not open the file/);
    await expect(through(sealed, opening('some other secret'))).rejects.toThrow(/does not open the file/);
    await expect(through(sealed, opening(undefined))).rejects.toThrow(/--key-file/);
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
