import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from 'mqtt';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from './testing/fresh-database.ts';
import { ask } from './testing/plain-query.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'aerowatch-start-'));
  folders.push(path);
  return path;
}
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await Promise.all(
    children.map((child) =>
      child.exitCode === null && child.signalCode === null
        ? new Promise((resolve) => child.once('exit', resolve))
        : undefined,
    ),
  );
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  said: () => string;
  /** Exit code and everything it said on standard error. */
  ended: Promise<{ code: number | null; error: string }>;
  url: Promise<string>;
}
function launch(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['server/start.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  children.push(child);
  let out = '';
  let error = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    error += chunk;
  });
  const ended = new Promise<{ code: number | null; error: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, error })),
  );
  const url = (async () => {
    for (;;) {
      const found = /is ready at (\S+)/.exec(out)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`it did not start: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  url.catch(() => undefined);
  return { child, said: () => out, ended, url };
}
const oneLine = (text: string) => text.trim().split('\n').length === 1;

describe('what cannot start says so in one line', () => {
  test.each([
    ['a wrong value', { PORT: 'eighty' }, /^PORT holds “eighty”; it may hold a port/],
    ['a contradiction', { MQTTS_PORT: '8883' }, /^MQTTS_PORT holds 8883 but TLS_CERT/],
    [
      'a folder that cannot be written',
      { DATA_DIR: '/proc/nowhere' },
      /^DATA_DIR holds “\/proc\/nowhere”, which cannot be written/,
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' },
      /^DATABASE_URL holds an address that does not answer/,
    ],
    [
      'an address of another machine',
      { HOST: '203.0.113.1', DATABASE_URL: 'fresh' },
      /^HOST holds “203.0.113.1”, which is no address of this machine/,
    ],
  ])('%s', async (_name, env: Record<string, string>, says) => {
    const database = env.DATABASE_URL === 'fresh' ? await freshDatabase() : undefined;
    const { ended } = launch({
      DATA_DIR: folder(),
      ...env,
      ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    });
    const { code, error } = await ended;
    await database?.drop();
    expect(code).toBe(1);
    expect(error).toMatch(says);
    expect(oneLine(error)).toBe(true);
    expect(error).not.toContain('hidden');
  });

  test('a port in use, of the console and of the broker; the administrator is not made meanwhile', async () => {
    const database = await freshDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    for (const name of ['PORT', 'MQTT_PORT']) {
      const { code, error } = await launch({
        DATA_DIR: folder(),
        DATABASE_URL: database.url,
        [name]: String(port),
      }).ended;
      expect([code, error.trim()]).toEqual([
        1,
        `${name} holds ${port}, where another program listens; it may hold a free port.`,
      ]);
    }
    taken.close();
    // Its password would never have been shown.
    expect(await ask(database.url, 'select email from users')).toEqual([]);
    await database.drop();
  });

  test('a database from a newer version', async () => {
    const database = await freshDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`insert into schema_migrations (name) values ('9999-from-the-future')`);
    await client.end();
    const { code, error } = await launch({ DATA_DIR: folder(), DATABASE_URL: database.url }).ended;
    expect(code).toBe(1);
    expect(error).toMatch(/^the database was made by a newer version \(it has 9999-from-the-future\)/);
    expect(oneLine(error)).toBe(true);
    await database.drop();
  });
});

test('a weak ADMIN_PASSWORD is warned of, and taken', async () => {
  const database = await freshDatabase();
  const one = launch({
    DATA_DIR: folder(),
    DATABASE_URL: database.url,
    ROLES: 'worker',
    ADMIN_PASSWORD: 'Summer2026!!',
  });
  await expect.poll(one.said, { timeout: 30_000 }).toMatch(/ADMIN_PASSWORD is easy to guess/);
  expect(one.said()).not.toContain('Summer2026');
  one.child.kill('SIGTERM');
  expect((await one.ended).code).toBe(0);
  await database.drop();
}, 60_000);

test('ends without a stack when nobody reads what it prints', async () => {
  const database = await freshDatabase();
  const { child, ended } = launch({ DATA_DIR: folder(), DATABASE_URL: database.url });
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, error: '' });
  await database.drop();
}, 60_000);

describe('a life of the process, with its embedded database', { timeout: 120_000 }, () => {
  test('starts empty, prints the password once, drains on SIGTERM, joins its database after kill -9', async () => {
    const DATA_DIR = folder();
    const first = launch({ DATA_DIR });
    const url = await first.url;
    await expect.poll(first.said).toMatch(/Boxes connect to/);
    const password = /Password \(shown once\): (\S+)/.exec(first.said())?.[1];
    const signedIn = await fetch(`${url}/api/api-token-auth/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin@aerowatch.local', password }),
    });
    expect(signedIn.status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);

    // Killed: its database goes on alone, the next start joins and owns it.
    const pid = Number(readFileSync(join(DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = launch({ DATA_DIR });
    const start = Date.now();
    await second.url;
    expect(Date.now() - start).toBeLessThan(10_000);
    expect(Number(readFileSync(join(DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])).toBe(
      pid,
    );
    expect(second.said()).not.toContain('Password');
    expect(second.said()).not.toContain('Nobody has signed in');

    // Another role beside it: the same database, no second one.
    const worker = launch({ DATA_DIR, ROLES: 'worker', LOG_LEVEL: 'info' });
    await expect.poll(worker.said).toMatch(/Server listening/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
    expect((await fetch(`${await second.url}/health/ready`)).status).toBe(200);

    // An open stream and a connected client do not hold it up.
    const mqttUrl = /Boxes connect to (\S+)/.exec(second.said())?.[1] ?? '';
    const client = connect(mqttUrl, { reconnectPeriod: 0 }).on('error', () => undefined);
    const startedAt = Date.now();
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(existsSync(join(DATA_DIR, 'postgres/data/postmaster.pid'))).toBe(false);
    client.end(true);
  });
});
