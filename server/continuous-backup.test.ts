import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDataFolder } from './config/data-folder.ts';
import { readConfig } from './config.ts';
import { readArchive } from './features/operation/store-figures.ts';
import { openDatabase } from './open-database.ts';
import { connect } from './platform/database/connection/connect.ts';
import { type Cluster, startCluster } from './platform/database/embedded/cluster.ts';
import { makeLog } from './platform/log/log.ts';

// The backup and the log of BACKUP_CONTINUOUS, by the commands of docs/operations.md.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'aerowatch-continuous-'));
// The database's user must be able to enter it, as with a folder that an operator names.
chmodSync(root, 0o755);
const kept = join(root, 'kept');
const log = makeLog('silent');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (dataDir: string, script: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) =>
    execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_CONTINUOUS: kept } },
      (failure, out, error) => resolve({ code: failure === null ? 0 : Number(failure.code), out, error }),
    ),
  );

/** Opens the database of a DATA_DIR, as its owner, for the duration of `use`. */
async function withDatabase<T>(
  dataDir: string,
  use: (client: pg.Client, cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster({ dataDir, log, archive: kept });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return await use(client, cluster);
  } finally {
    await client.end();
    await cluster.stop();
  }
}
/** Writes a row and ships the log so far; returns the moment after it. */
async function mark(client: pg.Client, name: string): Promise<Date> {
  await client.query('insert into settings (key, value) values ($1, $2)', [name, '{}']);
  const { rows } = await client.query<{ at: Date; file: string }>(
    'select clock_timestamp() as at, pg_walfile_name(pg_switch_wal()) as file',
  );
  await expect
    .poll(
      async () => (await client.query('select last_archived_wal as file from pg_stat_archiver')).rows[0].file,
    )
    .toBe(rows[0]?.file);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return rows[0]!.at;
}
const marks = (dataDir: string) =>
  withDatabase(dataDir, async (client) =>
    (await client.query("select key from settings where key like 'mark%' order by key")).rows.map(
      ({ key }) => key,
    ),
  );
async function migrated(dataDir: string): Promise<void> {
  openDataFolder(dataDir);
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir, BACKUP_CONTINUOUS: kept }), log);
  await database.close();
  await database.stopServer();
}

test('a copy and its log are restored to their end, or to a moment; what cannot be reached says so', async () => {
  const first = join(root, 'first');
  await migrated(first);
  await withDatabase(first, (client) => mark(client, 'mark 1'));
  const copied = await run(first, 'backup', 'continuous', '--keep', '2');
  expect([copied.code, copied.error]).toEqual([0, '']);
  const between = await withDatabase(first, (client) => mark(client, 'mark 2'));
  await withDatabase(first, (client) => mark(client, 'mark 3'));

  const whole = join(root, 'whole');
  const restored = await run(whole, 'restore', '--continuous', kept);
  expect([restored.code, restored.error]).toEqual([0, '']);
  expect(await marks(whole)).toEqual(['mark 1', 'mark 2', 'mark 3']);

  // The rehearsal restores the same beside the running database, and leaves nothing. It compares the day up to a
  // quarter of an hour ago, when this installation was not there yet.
  const rehearsed = await run(first, 'backup', 'rehearse', 'continuous', '--in', join(root, 'room'));
  expect([rehearsed.code, rehearsed.error]).toEqual([0, '']);
  expect(rehearsed.out).toMatch(
    /^base-\S+ was restored as of .*\nIts last day holds no measure .* nothing was compared/,
  );
  expect(readdirSync(join(root, 'room'))).toEqual([]);

  const partly = join(root, 'partly');
  const until = await run(partly, 'restore', '--continuous', kept, '--until', between.toISOString());
  expect([until.code, until.error]).toEqual([0, '']);
  expect(await marks(partly)).toEqual(['mark 1', 'mark 2']);

  // A failed attempt leaves nothing that blocks the next one.
  const refused = join(root, 'refused');
  for (const [moment, words] of [
    ['2031-01-01T00:00:00Z', /^the log could not be followed up to 2031-01-01T00:00:00\.000Z/],
    ['2001-01-01T00:00:00Z', /holds no copy from before 2001-01-01T00:00:00\.000Z/],
    ['tomorrow', /^--until holds “tomorrow”/],
  ] as const) {
    const answer = await run(refused, 'restore', '--continuous', kept, '--until', moment);
    expect([moment, answer.code, answer.error.trim().split('\n').length]).toEqual([moment, 1, 1]);
    expect(answer.error).toMatch(words);
  }
  expect((await run(refused, 'restore', '--continuous', kept)).code).toBe(0);
});

test('each cluster has a log of its own, and a piece that differs is not taken as sent', async () => {
  // The restored database continues in its own folder, and another cluster in another, although their
  // segments have the same names.
  const second = join(root, 'second');
  await migrated(second);
  await withDatabase(second, (client) => mark(client, 'mark second'));
  expect((await run(second, 'backup', 'continuous', '--keep', '9')).error).toBe('');
  await withDatabase(second, (client) => mark(client, 'mark later'));
  const back = join(root, 'back');
  expect((await run(back, 'restore', '--continuous', kept)).error).toBe('');
  expect(await marks(back)).toEqual(['mark later', 'mark second']);
  const folders = readdirSync(kept).filter((name) => name.startsWith('wal-'));
  const course = folders.find((name) => /^wal-\d+-\d{8}T\d{9}Z$/.test(name));
  expect(folders).toContain(course?.replace(/-\d{8}T.*$/, ''));

  // If the folder is missing, or holds something else under the name of the next segment, archiving fails
  // visibly and continues afterwards.
  await withDatabase(second, async (client, { url }) => {
    const { db, close } = connect(url, log);
    const failingSince = async () => (await readArchive(db))?.failingSince;
    const { rows } = await client.query<{ command: string; piece: string }>(
      "select current_setting('archive_command') as command, pg_walfile_name(pg_current_wal_lsn()) as piece",
    );
    const folder = /test -f "([^"]*)\/%f\.gz"/.exec(rows[0]!.command)![1]!;
    const foreign = join(folder, `${rows[0]!.piece}.gz`);
    writeFileSync(foreign, gzipSync('the piece of another cluster'));
    await client.query("insert into settings (key, value) values ('mark foreign', '{}')");
    await client.query('select pg_switch_wal()');
    await expect.poll(failingSince, { timeout: 120_000 }).toBeTypeOf('number');
    rmSync(foreign);
    await expect.poll(failingSince, { timeout: 120_000 }).toBe(null);
    renameSync(folder, `${folder}.away`);
    await client.query("insert into settings (key, value) values ('mark away', '{}')");
    await client.query('select pg_switch_wal()');
    await expect.poll(failingSince, { timeout: 120_000 }).toBeTypeOf('number');
    renameSync(`${folder}.away`, folder);
    await expect.poll(failingSince, { timeout: 120_000 }).toBe(null);
    await close();
  });
});
