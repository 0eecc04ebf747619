import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../testing/fresh-database.ts';
import { makeLauncher } from '../testing/launch.ts';
import { ask, within } from '../testing/plain-query.ts';

const { folder, launch, end } = makeLauncher();
afterAll(end);
/** The test files share one cluster, so the role is removed. */
const dropRole = async (role: string) => {
  const database = await freshDatabase();
  await ask(database.url, `drop role ${role}`);
  await database.drop();
};
const oneLine = (text: string) => text.trim().split('\n').length === 1;

describe('a failed start prints one line', () => {
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
    // The version that migrated it recorded itself; both are named then.
    await ask(
      database.url,
      `insert into settings (key, value) values ('release', '{"version": "99.1.0"}') on conflict (key) do update set value = excluded.value`,
    );
    const again = await launch({ DATA_DIR: folder(), DATABASE_URL: database.url }).ended;
    expect(again.error).toMatch(
      /^the database was made by a newer version, 99\.1\.0 \(it has 9999-from-the-future\), and this is \d+\.\d+\.\d+: start that version/,
    );
    expect(oneLine(again.error)).toBe(true);
    await database.drop();
  });

  test('a mistyped variable, a wrong password, a database that is not there', async () => {
    const database = await freshDatabase();
    const address = new URL(database.url);
    address.password = 'not-this-one';
    const elsewhere = within(database.url, 'nowhere_at_all');
    for (const [env, says] of [
      [{ SMPT_URL: 'smtp://mail' }, /^SMPT_URL is no setting; did you mean SMTP_URL\?$/],
      [
        { DATABASE_URL: address.href },
        /^DATABASE_URL holds a wrong password, or an account that is not there/,
      ],
      [{ DATABASE_URL: elsewhere }, /^DATABASE_URL names a database that is not there .*nowhere_at_all/],
      [
        { DATABASE_URL: database.url, DATABASE_OWNER_URL: address.href },
        /^DATABASE_OWNER_URL holds a wrong password/,
      ],
    ] as const) {
      const { code, error } = await launch({ DATA_DIR: folder(), ...env }).ended;
      expect([code, error.trim(), oneLine(error)]).toEqual([1, expect.stringMatching(says), true]);
      expect(error).not.toContain('not-this-one');
    }
    await database.drop();
  });

  test('DATABASE_URL without its owner: who owns the tables, and what to set', async () => {
    const database = await freshDatabase();
    const role = `somebody_${process.pid}`;
    await ask(database.url, `create role ${role} login password 'secret-of-nobody'`);
    const address = new URL(database.url);
    [address.username, address.password] = [role, 'secret-of-nobody'];
    const { code, error } = await launch({ DATA_DIR: folder(), DATABASE_URL: address.href }).ended;
    expect([code, oneLine(error)]).toEqual([1, true]);
    expect(error).toMatch(
      /^DATABASE_URL names the account somebody_\d+, which does not own the tables of the database \S+ \(\w+ does\); set DATABASE_OWNER_URL/,
    );
    await database.drop();
    await dropRole(role);
  });

  test('a second server on the same DATA_DIR, on the same port: the first one is named', async () => {
    const dataDir = folder();
    const first = launch({ DATA_DIR: dataDir, MQTT_HOST: '::1' });
    const { port } = new URL(await first.url);
    // An IPv6 address is printed in a form that clients can use.
    await expect.poll(first.said).toMatch(/^Boxes connect to mqtt:\/\/\[::1\]:\d+$/m);
    const { code, error } = await launch({ DATA_DIR: dataDir, PORT: port }).ended;
    expect([code, oneLine(error)]).toEqual([1, true]);
    expect(error).toContain(`where a server runs already (process ${first.child.pid}): stop that one first`);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
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
  await expect.poll(one.said).toMatch(/ADMIN_PASSWORD is easy to guess/);
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
