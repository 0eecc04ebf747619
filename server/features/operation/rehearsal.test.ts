import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY } from '@aerowatch/domain/durations';
import { afterAll, expect, test } from 'vitest';
import { ask } from '../../../testing/plain-query.ts';
import { testServer } from '../../../testing/test-server.ts';
import { backupName } from '../../platform/database/backup/rotation.ts';
import { writeBackup } from '../../platform/database/backup/write-backup.ts';
import { readMigrations } from '../../platform/database/migrate.ts';
import { makeLog } from '../../platform/log/log.ts';
import { ingestModule } from '../measures/index.ts';
import { operationModule } from './index.ts';
import { type RehearsalOptions, rehearse } from './rehearsal.ts';
import { noteRehearsal } from './store-operation.ts';

const server = await testServer({ modules: [ingestModule, operationModule], env: { LOG_LEVEL: 'silent' } });
const root = mkdtempSync(join(tmpdir(), 'aerowatch-rehearsal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const SECRET = 'sixteen characters or more';
const kept = join(root, 'kept');
const work = join(root, 'work');
mkdirSync(kept);

const measure = (aero: number, minutesAgo: number, stroke: number | null) =>
  ask(
    server.databaseUrl,
    `insert into measures (aero_id, time, received_at, stroke) values (${aero}, now() - interval '${minutesAgo} minutes', now() - interval '${minutesAgo} minutes', ${stroke})`,
  );
const trial = async (more: Partial<RehearsalOptions> = {}) =>
  rehearse({
    live: server.databaseUrl,
    from: kept,
    isContinuous: false,
    secret: SECRET,
    folder: work,
    migrations: await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url))),
    log: makeLog('silent'),
    ...more,
  });

const backUp = (folder: string, now: Date) =>
  writeBackup({
    databaseUrl: server.databaseUrl,
    dataDir: server.dataDir,
    file: join(folder, backupName(now)),
    version: '1.0.0',
    secrets: true,
    secret: SECRET,
    now,
  });

test('the newest backup is restored beside, the last day compared, and everything removed again', async () => {
  // A folder without a backup proves nothing, and the last rehearsal that went well must not go on counting.
  expect(await trial()).toMatchObject({
    outcome: 'failed',
    name: kept,
    detail: expect.stringMatching(/^it holds no backup that npm run backup -- --into made/),
  });
  await expect(trial({ from: join(root, 'none') })).rejects.toThrow(/none is not there$/);
  await server.createBox();
  const [{ id: aero }] = (await ask(server.databaseUrl, 'select id from aeros limit 1')) as [{ id: number }];
  await measure(aero, 60, 500);
  await measure(aero, 50, null);
  await ask(
    server.databaseUrl,
    `insert into audit (at, action, entity) values (now() - interval '40 minutes', 'create', 'boxes')`,
  );
  const now = new Date();
  await backUp(kept, now);

  const equal = await trial();
  expect(equal).toMatchObject({
    outcome: 'equal',
    name: backupName(now),
    as_of: now.toISOString(),
    measures: 2,
    entries: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    detail: null,
  });
  expect(readdirSync(work)).toEqual([]);

  // Values added by a later message are no difference; rows missing from the backup, or different in it, are.
  await ask(server.databaseUrl, `update measures set temperature = 20 where stroke is null`);
  expect(await trial()).toMatchObject({ outcome: 'equal', sha256: equal.sha256 });
  await ask(server.databaseUrl, 'update measures set stroke = 501 where stroke = 500');
  await measure(aero, 30, 510);
  const differs = await trial();
  expect(differs).toMatchObject({
    outcome: 'differs',
    detail: '1 rows are not in the backup, 0 only there, 1 other than here',
  });
  await noteRehearsal(server.databaseUrl, differs);
  const { warnings } = (await server.admin.api.get('/operation/warnings/')).body;
  expect(warnings).toEqual([{ code: 'rehearsal_failed', subject: differs.name, value: 0 }]);

  expect(await trial({ secret: 'another key of that length' })).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/^the key is not the one/),
  });
  expect(await trial({ room: async () => ({ free: 1e9, size: 1e11 }) })).toMatchObject({
    outcome: 'no_room',
    detail: expect.stringMatching(/^it wants 2\.\d GB in .* where 1\.0 GB are left/),
  });
  expect(readdirSync(work)).toEqual([]);
});

test('a backup whose last day holds nothing to compare is told from one that is equal', async () => {
  const quiet = join(root, 'quiet');
  mkdirSync(quiet);
  const before = new Date(Date.now() - 2 * DAY);
  await backUp(quiet, before);
  expect(await trial({ from: quiet })).toMatchObject({
    outcome: 'empty',
    measures: 0,
    entries: 0,
    detail: null,
  });
});

test('it runs by the programs of the running database: a folder without any is said', async () => {
  expect(await trial({ programs: '/nowhere' })).toMatchObject({
    outcome: 'failed',
    detail: expect.stringMatching(/^POSTGRES_PROGRAMS holds “\/nowhere”/),
  });
});
