import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { makeLauncher } from '../testing/launch.ts';
import { ask } from '../testing/plain-query.ts';

const { folder, launch, end } = makeLauncher();
afterAll(end);
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
});

test('ends without a stack when nobody reads what it prints', async () => {
  const database = await freshDatabase();
  const { child, ended } = launch({ DATA_DIR: folder(), DATABASE_URL: database.url });
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, error: '' });
  await database.drop();
});
