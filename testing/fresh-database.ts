import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR } from '@aerowatch/domain/durations';
import { bringForward } from '../server/platform/database/bring-forward.ts';
import { connect } from '../server/platform/database/connection/connect.ts';
import { startCluster } from '../server/platform/database/embedded/cluster.ts';
import { isAlive, runningPostmaster, untilDead } from '../server/platform/database/embedded/postmaster.ts';
import { readMigrations } from '../server/platform/database/migrate.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { ask, within } from './plain-query.ts';
import { databaseOfYours, yourDatabase } from './your-database.ts';

const FOLDER = 'aerowatch-tests-';
const TEMPLATE = 'aerowatch_template';
const VARIABLE = 'AEROWATCH_TEST_CLUSTER';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/**
 * Bytes, of which a tenth is used: the databases of the test files that run at the same time, and their log.
 */
const ROOM = 2 * 1024 ** 3;

/**
 * Every test file copies 836 files and removes them again. After many of these a disk may become slow to
 * allocate files: ext4 without a journal then takes 0.5 s of processor time for a copy, where the first took
 * 0.04 s.
 */
function placeOfCluster(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory() / 2) >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * One PostgreSQL for a run of tests, with a migrated database to copy from. Its data does not outlive the
 * run, so it does not sync; tests of durability start a cluster of their own.
 */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const log = makeLog('error');
  await sweepAbandoned();
  const dataDir = mkdtempSync(join(placeOfCluster(), FOLDER));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    max_connections: '400',
    max_wal_size: '512MB',
  };
  const cluster = await startCluster({ dataDir, log, settings });
  await ask(cluster.url, `create database ${TEMPLATE}`);
  const connection = connect(within(cluster.url, TEMPLATE), log, { max: 1 });
  await bringForward(
    connection.db,
    await readMigrations(fileURLToPath(new URL('../server/migrations', import.meta.url))),
  );
  await connection.close();
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A killed run leaves its server running: the next run stops it. */
async function sweepAbandoned(): Promise<void> {
  const places = [tmpdir(), ...(existsSync(MEMORY) ? [MEMORY] : [])];
  const found = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)));
  for (const dataDir of found.filter((path) => basename(path).startsWith(FOLDER))) {
    try {
      const owner = Number(readFileSync(join(dataDir, 'postgres.owner'), 'utf8'));
      if (owner > 1 && isAlive(owner)) continue;
      const pid = runningPostmaster(join(dataDir, 'postgres', 'data'))?.pid;
      if (pid !== undefined) {
        process.kill(pid, 'SIGQUIT');
        await untilDead(pid, 5000);
      }
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // The folder belongs to another run that is starting or ending right now, or to one that was killed
      // before it had a server.
      const age = Date.now() - (statSync(dataDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > HOUR) rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

/**
 * A database of its own for a test file: in the run's cluster, in a cluster started for it, or in your
 * PostgreSQL.
 */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const yours = yourDatabase();
  if (yours !== undefined) return databaseOfYours(yours);
  const shared = process.env[VARIABLE];
  const cluster = shared === undefined ? await startTestCluster() : undefined;
  const url = shared ?? cluster?.url ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copies the files: this takes a fifth of the time of writing each page to the log, which tests do not
  // need.
  await ask(url, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: within(url, name),
    drop: async () => {
      if (cluster === undefined) await ask(url, `drop database ${name} with (force)`);
      else await cluster.stop();
    },
  };
}

export { VARIABLE as TEST_CLUSTER_VARIABLE };
