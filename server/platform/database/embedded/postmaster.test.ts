import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { removeStaleLock, runningPostmaster } from './postmaster.ts';

const data = mkdtempSync(join(tmpdir(), 'aerowatch-postmaster-'));
const lock = join(data, 'postmaster.pid');
afterAll(() => rmSync(data, { recursive: true, force: true }));
beforeEach(() => rmSync(lock, { force: true }));

test('a look at a cluster never takes the lock file of a server that is starting', () => {
  for (const text of ['', '12', `${process.pid}\n`]) {
    writeFileSync(lock, text);
    expect(runningPostmaster(data)).toBeUndefined();
    expect(existsSync(lock)).toBe(true);
  }
});

test('before a start an empty lock file goes once it is old, not while it may be being written', () => {
  writeFileSync(lock, '');
  removeStaleLock(data);
  expect(existsSync(lock)).toBe(true);
  const long = new Date(Date.now() - 60_000);
  utimesSync(lock, long, long);
  removeStaleLock(data);
  expect(existsSync(lock)).toBe(false);
});

test('before a start the lock file that names a living program other than PostgreSQL goes', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    writeFileSync(lock, `${other.pid}\n${data}\n`);
    removeStaleLock(data);
    expect(existsSync(lock)).toBe(false);
  } finally {
    other.kill('SIGKILL');
  }
});

test('a lock file of a dead server is left to PostgreSQL, which replaces it', async () => {
  const gone = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await new Promise((resolve) => gone.once('exit', resolve));
  writeFileSync(lock, `${gone.pid}\n${data}\n`);
  expect(runningPostmaster(data)).toBeUndefined();
  removeStaleLock(data);
  expect(existsSync(lock)).toBe(true);
});
