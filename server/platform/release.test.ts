import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseIn } from './release.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  writeFileSync(join(folder, 'package.json'), '{"version": "1.2.3"}');
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) =>
  spawnSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args]).status;
const built = (commit: string) => {
  mkdirSync(join(folder, 'web/dist'), { recursive: true });
  writeFileSync(join(folder, 'web/dist/.commit'), commit);
};

test('a copy without history knows its version, and no commit', () => {
  expect(releaseIn(folder)).toEqual({ version: '1.2.3', commit: null });
});

test('a copy that was built from a checkout knows which; what is no commit is not believed', () => {
  built(`${'0123456789abcdef'.repeat(3).slice(0, 40)}\n`);
  expect(releaseIn(folder).commit).toBe('0123456789ab');
  built('<html>');
  expect(releaseIn(folder).commit).toBeNull();
});

test('a checkout knows its commit, whatever an earlier build left; a folder inside it is not the checkout', () => {
  built('f'.repeat(40));
  expect([git('init', '-q'), git('commit', '-q', '--allow-empty', '-m', 'first')]).toEqual([0, 0]);
  const { commit } = releaseIn(folder);
  expect(commit).toMatch(/^[0-9a-f]{12}$/);
  expect(commit).not.toBe('f'.repeat(12));
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  writeFileSync(join(inner, 'package.json'), '{"version": "1.2.3"}');
  expect(releaseIn(inner).commit).toBeNull();
});
