import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ObjectStorage, startObjectStorage } from '../../../../testing/object-storage.ts';
import { freePort } from '../../machine/free-port.ts';
import { backupName } from './rotation.ts';
import { type Target, targetAddress } from './target.ts';
import { fetchNewest, sendTo, targetAt } from './targets.ts';

const root = mkdtempSync(join(tmpdir(), 'aerowatch-targets-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (address: string): Target => targetAt(targetAddress(address)!);
const files = [1, 2, 3].map((day) => join(root, backupName(new Date(Date.UTC(2026, 4, day)))));
const names = files.map((file) => file.slice(root.length + 1));
beforeAll(() => {
  // More than a piece of an object.
  for (const [index, file] of files.entries())
    writeFileSync(file, randomBytes(index === 2 ? 20_000_000 : 1000));
});

/** Three are sent, two stay, the youngest comes back as it was; what others put there is left. */
async function walk(target: Target, there: () => readonly string[]): Promise<void> {
  expect(await sendTo(target, files[0]!, 2)).toEqual([]);
  expect(await sendTo(target, files[1]!, 2)).toEqual([]);
  expect(await sendTo(target, files[2]!, 2)).toEqual([names[0]]);
  expect([...there()].sort()).toEqual([...names.slice(1), 'of-others.txt']);
  const back = mkdtempSync(join(root, 'back-'));
  expect(await fetchNewest(target, back)).toBe(names[2]);
  expect(readFileSync(join(back, names[2]!)).equals(readFileSync(files[2]!))).toBe(true);
  expect(readdirSync(back)).toEqual([names[2]]);
}

describe('what is an address', () => {
  it.each([
    's3://KEY@host/bucket?region=a',
    's3://KEY:SECRET@host/?region=a',
    's3://KEY:SECRET@host/bucket',
    's3://KEY:SECRET@host/bucket?region=a&tls=no',
    'ssh://host/folder',
    'ssh://user:password@host/folder',
    'ssh://user@host/',
    'ssh://user@host/$(id)',
    'ftp://user@host/folder',
    '/backup',
  ])('not %s', (address) => expect(targetAddress(address)).toBeUndefined());
  it('is shown without its secrets', () => {
    expect(targetAddress('s3://KEY:SECRET@host:9000/bucket/a/b/?region=r')).toMatchObject({
      shown: 's3://host:9000/bucket/a/b/',
      endpoint: 'https://host:9000',
      prefix: 'a/b/',
    });
    expect(targetAddress('ssh://me@host:2222/backup/rail')).toMatchObject({ user: 'me', port: '2222' });
  });
});

describe('S3', () => {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await startObjectStorage();
    storage.objects.set('rail/of-others.txt', Buffer.from('x'));
  });
  afterAll(() => storage.close());
  it('takes each, large ones in pieces, and gives back what was sent', async () => {
    await walk(at(storage.address), () => [...storage.objects.keys()].map((key) => key.slice(5)));
    expect(storage.pieces()).toBe(2);
  });
  it('refuses in one line: another key, another bucket, nobody there, and what arrived damaged', async () => {
    for (const [address, says] of [
      [storage.address.replace('AKEXAMPLE', 'AKOTHER'), /SignatureDoesNotMatch/],
      [storage.address.replace('/backups/', '/elsewhere/'), /NoSuchBucket/],
      [storage.address.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${await freePort()}`), /ECONNREFUSED/],
    ] as const) {
      const failed = await at(address)
        .send(files[0]!)
        .catch((error: Error) => error.message);
      expect(failed).toMatch(says);
      expect(failed).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/\w+\/rail\/ refuses, or does not answer \([^\n]*\)$/);
      expect(failed).not.toContain('forty');
    }
    storage.damage();
    await expect(at(storage.address).send(files[0]!)).rejects.toThrow(/is not what was sent$/);
  });
});

describe('rsync over ssh', () => {
  const bin = join(root, 'bin');
  beforeAll(() => {
    mkdirSync(bin);
    // Another machine is this one: what ssh would run there is run here.
    writeFileSync(
      join(bin, 'ssh'),
      '#!/bin/sh\nwhile [ "$1" != backup@there ]; do [ "$1" != "-l" ] || [ "$2" = backup ] || exit 9; shift; [ "$1" != there ] || break; done\nshift\nexec sh -c "$*"\n',
    );
    chmodSync(join(bin, 'ssh'), 0o755);
  });
  const installed = spawnSync('rsync', ['--version'], { stdio: 'ignore' }).status === 0;
  // Elsewhere the test of the words must do: not every machine has rsync.
  it.runIf(installed)('takes each, and gives back what was sent', async () => {
    vi.stubEnv('PATH', [bin, process.env.PATH].join(delimiter));
    const there = join(root, 'there');
    mkdirSync(there);
    writeFileSync(join(there, 'of-others.txt'), 'x');
    await walk(at(`ssh://backup@there${there}`), () => readdirSync(there));
    await expect(at(`ssh://backup@there/proc/nowhere`).send(files[0]!)).rejects.toThrow(
      /^rsync fails \([^\n]+\)$/,
    );
    vi.unstubAllEnvs();
  });
  it('says that rsync is not there', async () => {
    vi.stubEnv('PATH', bin);
    await expect(at('ssh://backup@there/backup').send(files[0]!)).rejects.toThrow(
      'rsync is not there: install it first',
    );
    vi.unstubAllEnvs();
  });
});
