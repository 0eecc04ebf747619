/** A database that syncs to disk with server processes, as in production, for benches and torture. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '@aerowatch/server/config/node-flags';
import { bringForward } from '@aerowatch/server/platform/database/bring-forward';
import { connect } from '@aerowatch/server/platform/database/connection/connect';
import { type Cluster, startCluster } from '@aerowatch/server/platform/database/embedded/cluster';
import { readMigrations } from '@aerowatch/server/platform/database/migrate';
import { makeLog } from '@aerowatch/server/platform/log/log';
import { freePort } from '@aerowatch/server/platform/machine/free-port';
import pg from 'pg';
import { type Api, makeApi } from '../../testing/api.ts';
import { buildUser, type TestUser, type UserOverrides } from '../../testing/store-builders.ts';
import { databaseOfYours, yourDatabase } from '../../testing/your-database.ts';
import { sleep, until } from './figures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const log = makeLog('silent');

/** A process of the product. */
export interface Process {
  readonly url: string;
  readonly port: number;
  readonly mqttPort: number;
  readonly pid: number;
  readonly alive: () => boolean;
  /** Its output to stdout and stderr. */
  readonly said: () => string;
  /** Present and highest resident memory, in MB. */
  memory(): { now: number; peak: number };
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const serverEnv = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: 'first@example.com',
  ADMIN_PASSWORD: 'correct horse battery',
  // A single account represents a whole control desk here.
  CALL_RATE: 'off',
});

/** Starts a server process, of this release or of that in another folder, and waits until it is ready. */
export async function launch(env: Readonly<Record<string, string>>, release = ROOT): Promise<Process> {
  const port = Number(env.PORT ?? (await freePort()));
  const mqttPort = Number(env.MQTT_PORT ?? (await freePort()));
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, 'server/start.ts'], {
    cwd: release,
    env: { ...serverEnv(), ...env, PORT: String(port), MQTT_PORT: String(mqttPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said = (said + chunk).slice(-200_000);
    });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const alive = () => child.exitCode === null && child.signalCode === null;
  const url = `http://127.0.0.1:${port}`;
  await until(
    'a server process gets ready',
    async () => {
      if (!alive()) throw new Error(`a server process did not start: ${said.slice(-2000)}`);
      return fetch(`${url}/health/ready`).then(
        (answer) => answer.status === 200,
        () => false,
      );
    },
    90_000,
  );
  return {
    url,
    port,
    mqttPort,
    pid: child.pid ?? 0,
    alive,
    said: () => said,
    memory: () => memoryOf(child.pid ?? 0),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      if (alive()) child.kill('SIGTERM');
      await Promise.race([
        gone,
        sleep(15_000)
          .then(() => child.kill('SIGKILL'))
          .then(() => gone),
      ]);
    },
  };
}

function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}

type Start = (options: { dataDir: string }) => Promise<Cluster>;

/** The embedded PostgreSQL: a scene that kills the database uses it whatever TEST_DATABASE_URL is. */
export const ownPostgres =
  (settings: Readonly<Record<string, string>> = {}): Start =>
  (options) =>
    startCluster({ ...options, log, settings });

/** A database in the PostgreSQL of TEST_DATABASE_URL, with its extensions. */
const startYours: Start = async () => {
  const { url, drop } = await databaseOfYours(yourDatabase() ?? '');
  return { url, serverPassword: '', pid: () => undefined, owner: () => undefined, folder: '', stop: drop };
};

export interface Stage extends Awaited<ReturnType<typeof makeStage>> {}
export const startStage = makeStage;

/** Runs work on a stage, which is stopped afterwards in any case. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await makeStage();
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

/**
 * A separate folder and database; `where` puts it on another disk, `start` uses another PostgreSQL, `release` makes
 * its tables by the release in that folder.
 */
async function makeStage(
  where = tmpdir(),
  start: Start = yourDatabase() === undefined ? ownPostgres() : startYours,
  release = ROOT,
) {
  const folder = mkdtempSync(join(where, 'aerowatch-bench-'));
  // The database's account must be able to enter the folder.
  chmodSync(folder, 0o755);
  const clusterOptions = { dataDir: join(folder, 'cluster') };
  mkdirSync(clusterOptions.dataDir, { mode: 0o755 });
  let cluster: Cluster = await start(clusterOptions);
  const connection = connect(cluster.url, log, { statementTimeoutMs: 0, max: 8, name: 'bench' });
  await bringForward(connection.db, await readMigrations(join(release, 'server/migrations')));
  const processes: Process[] = [];
  const dataDir = join(folder, 'server');
  const firstUrl = cluster.url;
  return {
    folder,
    dataDir,
    db: connection.db,
    databaseUrl: firstUrl,
    postgresPid: () => cluster.pid(),
    /** A server process on this database. */
    async launch(env: Readonly<Record<string, string>> = {}, of = ROOT): Promise<Process> {
      const one = await launch({ DATABASE_URL: firstUrl, DATA_DIR: dataDir, ...env }, of);
      processes.push(one);
      return one;
    },
    async stopDatabase() {
      await cluster.stop();
    },
    async startDatabase() {
      cluster = await start(clusterOptions);
      if (cluster.url !== firstUrl) throw new Error('the database came back at another address');
    },
    /** A connection without our types and limits, for COPY and for reference queries. */
    async client(): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: firstUrl });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    user(url: string, overrides: UserOverrides = { level: 'admin' }): Promise<TestUser> {
      return buildUser(connection.db, (token: string): Api => makeApi(url, token), overrides);
    },
    async stop() {
      await Promise.all(processes.map((one) => one.stop()));
      await connection.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
