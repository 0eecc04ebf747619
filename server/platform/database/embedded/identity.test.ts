import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseAccount, type Entry, ensureOwnAccount, handOver, OWN_ACCOUNT } from './identity.ts';

const entry = (name: string, uid: number): Entry => ({ name, uid, gid: uid });
const ROOT = entry('root', 0);
const NOBODY = entry('nobody', 65_534);
const POSTGRES = entry('postgres', 101);
const OWN = entry(OWN_ACCOUNT, 998);
const asRoot = process.getuid?.() === 0;

it('takes the account of its own; one of before only while it runs or where there is no other', () => {
  expect(chooseAccount([ROOT, NOBODY, POSTGRES, OWN], undefined, false)).toBe(OWN);
  expect(chooseAccount([ROOT, NOBODY, POSTGRES, OWN], POSTGRES.uid, false)).toBe(OWN);
  expect(chooseAccount([ROOT, NOBODY, POSTGRES, OWN], POSTGRES.uid, true)).toBe(POSTGRES);
  expect(chooseAccount([ROOT, NOBODY, POSTGRES], NOBODY.uid, false)).toBe(NOBODY);
  expect(chooseAccount([ROOT, NOBODY, POSTGRES], undefined, false)).toBe(POSTGRES);
  expect(chooseAccount([ROOT, NOBODY], 4711, false)).toBe(NOBODY);
  expect(chooseAccount([ROOT, entry(OWN_ACCOUNT, 0)], 0, false)).toBeUndefined();
});

it.runIf(asRoot)('makes it once, where the system can, and says so where it cannot', () => {
  const made: string[] = [];
  let entries = [ROOT, NOBODY];
  const make = (able: string) => (command: string) => {
    made.push(command);
    if (command !== able) return { status: 127 };
    entries = [...entries, OWN];
    return { status: 0 };
  };
  const known = () => entries;
  expect(ensureOwnAccount('/srv/data', { entries: known, make: make('none') })).toContain(OWN_ACCOUNT);
  expect(ensureOwnAccount('/srv/data', { entries: known, make: make('adduser') })).toBeUndefined();
  expect(made).toEqual(['useradd', 'adduser', 'useradd', 'adduser']);
  expect(ensureOwnAccount('/srv/data', { entries: known, make: make('none') })).toBeUndefined();
  entries = [ROOT];
  expect(ensureOwnAccount(join(tmpdir(), 'x'), { entries: known, make: make('none') })).toBeUndefined();
  expect(made).toHaveLength(4);
});

const hasUseradd = spawnSync('useradd', ['--help'], { stdio: 'ignore' }).status === 0;
it.runIf(asRoot && hasUseradd)('the program of the system makes it as it is asked to', () => {
  // A separate password file: the machine's stays unchanged.
  const prefix = mkdtempSync(join(tmpdir(), 'aerowatch-useradd-'));
  const file = (name: string) => join(prefix, 'etc', name);
  try {
    mkdirSync(join(prefix, 'etc'));
    writeFileSync(file('passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
    for (const name of ['group', 'shadow', 'gshadow']) writeFileSync(file(name), '');
    const lines = () => readFileSync(file('passwd'), 'utf8').trim().split('\n');
    const entries = () => lines().map((line) => entry(line.split(':')[0]!, Number(line.split(':')[2])));
    const make = (command: string, args: readonly string[]) =>
      spawnSync(command, ['--prefix', prefix, ...args], { stdio: 'ignore' });
    expect(ensureOwnAccount('/srv/data', { entries, make })).toBeUndefined();
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toMatch(/^aerowatch-db:[^:]*:[1-9]\d*:\d+:[^:]*:\/nonexistent:\/usr\/sbin\/nologin$/);
    expect(ensureOwnAccount('/srv/data', { entries, make: () => ({ status: 1 }) })).toBeUndefined();
  } finally {
    rmSync(prefix, { recursive: true, force: true });
  }
});

it.runIf(asRoot)('hands all of a folder over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-hand-over-'));
  try {
    mkdirSync(join(folder, 'data/base'), { recursive: true });
    const file = join(folder, 'data/base/1');
    writeFileSync(file, 'x', { mode: 0o600 });
    chownSync(file, NOBODY.uid, NOBODY.uid);
    handOver(folder, { uid: OWN.uid, gid: OWN.gid });
    for (const path of [folder, join(folder, 'data'), file])
      expect([statSync(path).uid, statSync(path).gid]).toEqual([OWN.uid, OWN.gid]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
