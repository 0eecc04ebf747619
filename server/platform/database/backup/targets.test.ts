import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupName } from './rotation.ts';
import { rsyncTarget } from './rsync-target.ts';
import { type Target, targetAddress } from './target.ts';
import { fetchNewest, sendTo } from './targets.ts';

const root = mkdtempSync(join(tmpdir(), 'aerowatch-targets-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (address: string): Target => rsyncTarget(targetAddress(address)!);
const files = [1, 2, 3].map((day) => join(root, backupName(new Date(Date.UTC(2026, 4, day)))));
const names = files.map((file) => file.slice(root.length + 1));
beforeAll(() => {
  for (const [index, file] of files.entries())
    writeFileSync(file, randomBytes(index === 2 ? 2_000_000 : 1000));
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
    's3://KEY:SECRET@host/bucket',
    'ssh://host/folder',
    'ssh://user:password@host/folder',
    'ssh://user@host/',
    'ssh://user@host/$(id)',
    'ftp://user@host/folder',
    '/backup',
  ])('not %s', (address) => expect(targetAddress(address)).toBeUndefined());
  it('has an account, and may have a port', () => {
    expect(targetAddress('ssh://me@host:2222/backup/rail')).toMatchObject({ user: 'me', port: '2222' });
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
