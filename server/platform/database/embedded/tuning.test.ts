import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ask } from '../../../../testing/plain-query.ts';
import { makeLog } from '../../log/log.ts';
import { nativeMajor, reachableBinaries } from './binaries.ts';
import { startCluster } from './cluster.ts';
import { placeFor } from './place.ts';
import { postgresSettings, programsIn, sharedBuffers } from './tuning.ts';

const root = mkdtempSync(join(tmpdir(), 'aerowatch-tuning-'));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));
const GB = 1024 ** 3;

it('buffers follow the memory, from 64 MB to 1 GB', () => {
  expect([0.25, 1, 4, 64].map((size) => sharedBuffers(size * GB))).toEqual([
    '64MB',
    '128MB',
    '512MB',
    '1024MB',
  ]);
  expect(sharedBuffers()).toMatch(/^\d+MB$/);
});

it('what may be set is a short list, each with its kind of value', () => {
  expect(postgresSettings('shared_buffers=2GB, max_connections=200')).toEqual({
    shared_buffers: '2GB',
    max_connections: '200',
  });
  expect(postgresSettings('checkpoint_timeout=10min,min_wal_size=1GB')).toEqual({
    checkpoint_timeout: '10min',
    min_wal_size: '1GB',
  });
  for (const wrong of [
    '',
    'checkpoint_timeout=30',
    'checkpoint_timeout=20s',
    'min_wal_size=16MB',
    'fsync=off',
    'shared_buffers=2',
    'max_connections=2',
    'work_mem=1MB,work_mem=2MB',
    'a=b=c',
  ])
    expect(postgresSettings(wrong), wrong).toBeUndefined();
});

it('programs of another folder run the embedded database, with what was set; others are refused', async () => {
  const dataDir = join(root, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const place = placeFor(dataDir);
  const native = reachableBinaries(place.account, place.programs);
  // As a package of the system lays them: a folder with bin, whose postgres is another program.
  const own = join(root, 'own');
  mkdirSync(join(own, 'bin'), { recursive: true, mode: 0o755 });
  const ran = join(root, 'ran');
  writeFileSync(ran, '', { mode: 0o666 });
  chmodSync(ran, 0o666);
  for (const name of ['postgres', 'initdb'])
    writeFileSync(
      join(own, 'bin', name),
      `#!/bin/bash\necho "$0" >> ${ran}\nLD_LIBRARY_PATH=${native}/lib exec ${native}/bin/${name} "$@"\n`,
      { mode: 0o755 },
    );
  const cluster = await startCluster({
    dataDir,
    log: makeLog('silent'),
    programs: own,
    settings: { shared_buffers: '48MB', max_connections: '33' },
  });
  try {
    expect(readFileSync(ran, 'utf8')).toContain(join(own, 'bin/postgres'));
    const [found] = await ask(
      cluster.url,
      `select current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections,
        current_setting('checkpoint_timeout') as checkpoints, current_setting('min_wal_size') as log,
        current_setting('full_page_writes') as pages`,
    );
    expect(found).toEqual({
      buffers: '48MB',
      connections: '33',
      checkpoints: '30min',
      log: '48MB',
      pages: 'on',
    });
  } finally {
    await cluster.stop();
  }
  expect(() => programsIn(root)).toThrow(/^POSTGRES_PROGRAMS holds “.*”, where there is no bin\/postgres/);
  writeFileSync(join(own, 'bin/postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 9.6"\n', { mode: 0o755 });
  expect(() => programsIn(own)).toThrow(`with PostgreSQL 9; it may hold version ${nativeMajor()},`);
  const DEBIAN = '/usr/lib/postgresql/15';
  if (existsSync(DEBIAN)) expect(() => programsIn(DEBIAN)).toThrow(/with PostgreSQL 15;/);
});
