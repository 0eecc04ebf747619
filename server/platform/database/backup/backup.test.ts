import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connectAsync } from 'mqtt';
import { afterAll, test as anywhere, expect } from 'vitest';
import { MAKE, next } from '../../../../testing/access-walk/store-things.ts';
import { makeSide } from '../../../../testing/access-walk/store-world.ts';
import { ask } from '../../../../testing/plain-query.ts';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { yourDatabase } from '../../../../testing/your-database.ts';
import { ingestModule } from '../../../features/measures/index.ts';
import { sessionModule } from '../../../features/session/index.ts';
import { checkBackup } from './read-backup.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-backup-'));
const file = join(folder, 'all.backup');
const EMAIL = 'first@example.com';
const PASSWORD = 'correct horse battery';

function script(name: string, args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) =>
    execFile(
      process.execPath,
      [`scripts/${name}.ts`, ...args],
      {
        cwd: ROOT,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      },
      (error, out, said) => resolve({ code: error === null ? 0 : Number(error.code), out, error: said }),
    ),
  );
}
const here = () => ({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });

/**
 * With an extension, a row of settings records the arrangement of its database: it is not the product's data
 * and is not restored.
 */
function ofProduct(tables: readonly { name: string }[]): readonly { name: string }[] {
  return yours === undefined ? tables : tables.filter(({ name }) => name !== 'settings');
}

/** While a server runs, a database distributed by Citus is refused, as extensions.test.ts shows. */
const yours = yourDatabase();
const spread =
  yours !== undefined && (await ask(yours, `select from pg_extension where extname = 'citus'`)).length > 0;
const test = anywhere.skipIf(spread);

let names = 0;
async function emptyDatabase(): Promise<string> {
  const name = `restore_${process.pid}_${names++}`;
  await ask(server.databaseUrl, `create database ${name} template template0`);
  const url = new URL(server.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const server = await testServer({ modules: [sessionModule, ingestModule] });
for (const mark of ['Vanoise', 'Écrins']) {
  const side = await makeSide(server, mark);
  for (const make of Object.values(MAKE)) await make(server, side, server.admin.id);
}
// A gap that a maximum of ids would not show: the next id must never have been used before.
const tag = await MAKE.tag(server, await makeSide(server, 'Queyras'), server.admin.id);
await server.db.deleteFrom('tags').where('id', '=', tag).execute();
afterAll(async () => {
  for (let i = 0; i < names; i++)
    await ask(server.databaseUrl, `drop database if exists restore_${process.pid}_${i} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Sends messages of a box one after the other until stopped; a backup made meanwhile contains some of them.
 */
async function startSending(box: TestBox) {
  const client = await connectAsync(server.mqttUrl, {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
  });
  let sending = true;
  let sent = 0;
  const start = Math.floor(Date.now() / 1000) - 10 * 86_400;
  const load = (async () => {
    for (; sending; sent++) {
      const aeros = [{ aero: 1, t0: start + sent * 60, dt: [0, 10, 10], temperature: [20, 21, null] }];
      await client.publishAsync(
        `boxes/${box.serial}/measures`,
        JSON.stringify({ v: 1, boot: 1, seq: sent, aeros }),
        { qos: 1 },
      );
    }
  })();
  return {
    sent: () => sent,
    async end() {
      sending = false;
      await load;
      await client.endAsync();
    },
  };
}

/**
 * A second backup, of the copy, has the same checksums for every table, file and counter. Returns the counter
 * of tags.
 */
async function expectSameBackup(url: string, dataDir: string): Promise<number> {
  const again = join(folder, 'again.backup');
  expect((await script('backup', [again], { DATABASE_URL: url, DATA_DIR: dataDir })).error).toBe('');
  const [first, second] = [(await checkBackup(file)).trailer, (await checkBackup(again)).trailer];
  expect(ofProduct(second.tables)).toEqual(ofProduct(first.tables));
  expect(second.files).toEqual(first.files);
  expect(first.files.map((one) => one.path)).toEqual(
    expect.arrayContaining([
      'keys/signing-key.pem',
      'secret-key',
      expect.stringMatching(/^files\/firmwares\//),
    ]),
  );
  const filled = first.tables.filter((table) => table.rows > 0).map((table) => table.name);
  expect(filled).toEqual(
    expect.arrayContaining([
      'users',
      'boxes',
      'aeros',
      'measures',
      'alerts',
      'rollout_boxes',
      'jobs',
      'set_aside',
    ]),
  );
  const tagsCounter = second.counters.find((counter) => counter.table === 'tags');
  expect(tagsCounter).toEqual(first.counters.find((counter) => counter.table === 'tags'));
  return Number(tagsCounter?.value);
}

/** Triggers were off while the rows came in, and work again. */
async function expectTriggers(url: string): Promise<void> {
  const off = await ask<{ tgname: string }>(
    url,
    `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
  );
  expect(off).toEqual([]);
}

/** A single snapshot: everything that depends on the measures of the sending box is consistent. */
async function expectOneMoment(url: string, box: number): Promise<void> {
  const [row] = await ask<{ stored: number; measures: number; days: number }>(
    url,
    `select (select stored::int from box_ledgers where box_id = ${box}) as stored,
      (select count(*)::int from measures join aeros on aeros.id = aero_id where box_id = ${box}) as measures,
      (select sum(count)::int from box_day_counts where box_id = ${box}) as days`,
  );
  expect(row?.measures).toBeGreaterThan(0);
  expect(row).toEqual({ stored: row?.measures, measures: row?.measures, days: row?.measures });
}

/** Users can sign in to a server on the copy, and it continues with the next ids. */
async function expectUse(url: string, dataDir: string, tagsCounter: number): Promise<void> {
  const copy = await startTestServer({
    modules: [sessionModule, ingestModule],
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
  });
  try {
    const login = await copy.api().post('/api-token-auth/', { username: EMAIL, password: PASSWORD });
    expect(login.status, login.text).toBe(200);
    const tag = await copy.db
      .insertInto('tags')
      .values({ name: 'New', color: '#000000', client_id: (await copy.createClient()).id })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(tag.id).toBe(tagsCounter + 1);
  } finally {
    await copy.stop();
  }
}

test('a backup beside the running server, restored: equal counts and checksums, and a login works', async () => {
  const box = await server.createBox();
  const load = await startSending(box);
  const made = await script('backup', [file], here());
  const meanwhile = load.sent();
  await load.end();
  expect(made.error).toBe('');
  expect(made.out).toMatch(/keys are in the file/);
  expect(meanwhile).toBeGreaterThan(5);
  expect(statSync(file).mode & 0o077).toBe(0);

  const dataDir = join(folder, 'restored');
  const url = await emptyDatabase();
  const restored = await script('restore', [file], { DATABASE_URL: url, DATA_DIR: dataDir });
  expect(restored.error).toBe('');
  expect(restored.out).toMatch(/counts and checksums are equal/);
  const tagsCounter = await expectSameBackup(url, dataDir);
  await expectTriggers(url);
  await expectOneMoment(url, box.id);
  await expectUse(url, dataDir, tagsCounter);

  // A non-empty place is refused, and stays unchanged.
  const used = await script('restore', [file], { DATABASE_URL: url, DATA_DIR: join(folder, 'other') });
  expect(used).toMatchObject({ code: 1, error: expect.stringMatching(/^the database is not empty .*\n$/) });
  const folderUsed = await script('restore', [file], {
    DATABASE_URL: await emptyDatabase(),
    DATA_DIR: dataDir,
  });
  expect(folderUsed).toMatchObject({ code: 1, error: expect.stringMatching(/^DATA_DIR is not empty .*\n$/) });
});

test('cut off, changed, or no backup: refused in one line, and nothing is written', async () => {
  const url = await emptyDatabase();
  const bad = join(folder, 'bad.backup');
  const tampered = (change: (content: Buffer) => Buffer) => () =>
    writeFileSync(bad, gzipSync(change(gunzipSync(readFileSync(file)))));
  const cases: Record<string, () => void> = {
    'cut off': () => {
      copyFileSync(file, bad);
      truncateSync(bad, Math.floor(statSync(bad).size * 0.7));
    },
    'cut off within, gzip whole': tampered((content) => content.subarray(0, content.length - 4000)),
    'one byte of a row': tampered((content) => {
      const at = content.indexOf('Vanoise');
      content[at] = 'v'.charCodeAt(0);
      return content;
    }),
    'a byte of the compressed file': () => {
      const content = readFileSync(file);
      content[content.length >> 1]! ^= 0x10;
      writeFileSync(bad, content);
    },
    'something after the end': tampered((content) => Buffer.concat([content, Buffer.from('more')])),
    'another file': () => writeFileSync(bad, 'hello'),
  };
  for (const [what, make] of Object.entries(cases)) {
    make();
    await expect(checkBackup(bad), what).rejects.toThrow(/damaged/);
  }
  const dataDir = join(folder, `untouched-${next()}`);
  const refused = await script('restore', [bad], { DATABASE_URL: url, DATA_DIR: dataDir });
  expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/^the file is damaged: .*\n$/) });
  expect(await ask(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test('--without-secrets leaves the keys out and says so; a file is never overwritten', async () => {
  const plain = join(folder, 'plain.backup');
  const made = await script('backup', [plain, '--without-secrets'], here());
  expect(made.out).toMatch(/keys are NOT in the file/);
  const { header, trailer } = await checkBackup(plain);
  expect(header.secrets).toBe(false);
  expect(trailer.files.every((one) => one.path.startsWith('files/'))).toBe(true);
  const again = await script('backup', [plain], here());
  expect(again).toMatchObject({ code: 1, error: expect.stringMatching(/is there already/) });
});
