import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debianArchitecture, writeDebianTree } from './debian-package.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-debian-'));
const tree = join(folder, 'tree');
const read = (path: string) => readFileSync(join(tree, path), 'utf8');
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
beforeAll(() => {
  mkdirSync(join(tree, 'opt/aerowatch/bin'), { recursive: true });
  writeFileSync(join(tree, 'opt/aerowatch/bin/aerowatch'), '#!/bin/sh\n', { mode: 0o755 });
  writeDebianTree(tree, DEPLOY, { version: '9.8.7', architecture: 'amd64', bytes: 2_000_000 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('starts units that it brings, and they start what lies in /opt', () => {
  const named = /for unit in (.*); do/.exec(read('DEBIAN/postinst'))?.[1]?.split(' ') ?? [];
  expect(named).toContain('aerowatch.service');
  for (const unit of named) expect(existsSync(join(tree, 'usr/lib/systemd/system', unit)), unit).toBe(true);
  expect(read('usr/lib/systemd/system/aerowatch.service')).toContain('EnvironmentFile=-/etc/aerowatch.env');
  expect(read('DEBIAN/conffiles')).toBe('/etc/aerowatch.env\n');
  // Every line of the settings is an example: what somebody set is theirs to add.
  expect(read('etc/aerowatch.env').match(/^[^#\n].*$/m)).toBeNull();
});

it('keeps data, settings and the key of backups: nothing of it removes a file', () => {
  for (const name of SCRIPTS) {
    expect(read(`DEBIAN/${name}`)).not.toMatch(/\brm\b|deluser|userdel/);
    expect(spawnSync('sh', ['-n', join(tree, 'DEBIAN', name)]).status).toBe(0);
  }
  expect(read('DEBIAN/postrm')).toContain('/var/lib/aerowatch, /var/lib/aerowatch-backup and');
});

it('is for architectures that the programs are there for', () => {
  expect([debianArchitecture('x64'), debianArchitecture('arm64'), debianArchitecture('ia32')]).toEqual([
    'amd64',
    'arm64',
    undefined,
  ]);
});

const installed = spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).status === 0;
// Elsewhere the tests above must do: the program is Debian's own.
it.runIf(installed)('is a package for dpkg-deb: its fields, and whose each file is', () => {
  const file = join(folder, 'a.deb');
  const built = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', tree, file], {
    encoding: 'utf8',
  });
  expect([built.status, built.stderr]).toEqual([0, '']);
  const ask = (...args: string[]) => spawnSync('dpkg-deb', args, { encoding: 'utf8' }).stdout;
  expect(ask('--field', file, 'Package', 'Version', 'Architecture', 'Installed-Size')).toBe(
    'Package: aerowatch\nVersion: 9.8.7\nArchitecture: amd64\nInstalled-Size: 1954\n',
  );
  const contents = ask('--contents', file);
  expect(contents).toMatch(/^-rw------- root\/root .* \.\/etc\/aerowatch\.env$/m);
  expect(contents).toMatch(/ \.\/usr\/bin\/aerowatch -> \.\.\/\.\.\/opt\/aerowatch\/bin\/aerowatch$/m);
  expect(contents.split('\n').filter((line) => line !== '' && !line.includes(' root/root '))).toEqual([]);
});
