import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { freePort } from '../../machine/free-port.ts';
import { nativeMajor, reachableBinaries } from './binaries.ts';
import { archiveSettings } from './continuous.ts';
import { initialise, majorOf, serverPassword } from './initialise.ts';
import { makeOwnership } from './ownership.ts';
import { makeFolder, type Place, placeFor } from './place.ts';
import { removeStaleLock, runningPostmaster, untilDead } from './postmaster.ts';
import { lastWords, start, turnLog, USER } from './programs.ts';
import { makeReviver } from './reviver.ts';
import { programsIn, sharedBuffers } from './tuning.ts';

export interface Cluster {
  /** Address for `pg`, as the owner of everything in it. */
  readonly url: string;
  /** Password of the role that the server runs as. */
  readonly serverPassword: string;
  /** Stops it if this process owns it; a process that joined leaves it running. */
  stop(): Promise<void>;
  readonly pid: () => number | undefined;
  /** Folder of its files. */
  readonly folder: string;
  /** The living process that started it, if it was another one. */
  readonly owner: () => number | undefined;
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Further settings of postgresql.conf, as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder in which its log is archived, for a continuous backup. */
  readonly archive?: string | null;
  /** Folder with `bin` of a PostgreSQL that somebody installed, in place of the one that npm brought. */
  readonly programs?: string | null;
}

/** Starts the embedded PostgreSQL of a DATA_DIR, or connects to the one that another process runs there. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = placeFor(options.dataDir);
  refuseOther(place);
  const native = options.programs
    ? programsIn(options.programs)
    : reachableBinaries(place.account, place.programs);
  const password = await initialise(place, native);
  const running = runningPostmaster(place.data);
  const owner = makeOwnership(join(options.dataDir, 'postgres.owner'), running !== undefined);
  const socket = running?.socketFolder || socketFolder(place);
  const port = running?.port ?? (socket === undefined ? await freePort() : 5432);
  const url = addressOf(socket, port, password);

  const archive = options.archive ? archiveSettings(place, options.archive) : {};
  const settings = { shared_buffers: sharedBuffers(), ...archive, ...options.settings };
  const isGone = () => runningPostmaster(place.data) === undefined;
  const launch = async (): Promise<void> => {
    removeStaleLock(place.data);
    const child = start(native, place, socket, port, settings);
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    void exited.then(() => reviver.look());
    await untilReady(url, exited, place);
  };
  const reviver = makeReviver({ isGone, launch, owner, log: options.log });
  await persistently(async () => {
    if (!isGone()) return joined(url, place);
    owner.take();
    await launch();
  });
  reviver.watch();
  const turning = setInterval(() => turnLog(place), 60_000).unref();

  return {
    url,
    folder: place.folder,
    serverPassword: serverPassword(place),
    pid: () => runningPostmaster(place.data)?.pid,
    owner: () => owner.other(),
    async stop() {
      reviver.stop();
      clearInterval(turning);
      if (owner.isAnother()) return;
      const pid = runningPostmaster(place.data)?.pid;
      if (pid !== undefined) await stopPostmaster(pid);
      owner.release();
    },
  };
}

/** Attempts to start it before giving up: about six seconds in all. */
const LAUNCHES = 6;

/** Retries for a while: after a kill the previous database may still hold its memory or its lock. */
async function persistently(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await attempt();
    } catch (error) {
      if (tries === LAUNCHES) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * 400));
    }
}

/** PostgreSQL reads only files of its own major version. */
function refuseOther(place: Place): void {
  const [there, here] = [majorOf(place.data), nativeMajor()];
  if (there !== undefined && there !== here)
    throw new Error(
      `the embedded database was made by PostgreSQL ${there}, this version brings ${here}: npm run database -- upgrade`,
    );
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, committed ones are on disk. */
async function stopPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  if (await untilDead(pid, 8000)) return;
  process.kill(pid, 'SIGQUIT');
  await untilDead(pid, 2000);
}

/** Socket paths are limited to 107 bytes; Windows uses TCP on loopback instead. */
function socketFolder(place: Place): string | undefined {
  if (process.platform === 'win32') return undefined;
  const inside = join(place.folder, 'run');
  const folder =
    Buffer.byteLength(inside) < 85 ? inside : join(tmpdir(), `aerowatch-${randomBytes(6).toString('hex')}`);
  makeFolder(folder, place.account, 0o700);
  return folder;
}

function addressOf(socket: string | undefined, port: number, password: string): string {
  const host = socket === undefined ? `127.0.0.1:${port}` : `localhost:${port}`;
  const query = socket === undefined ? '' : `?host=${encodeURIComponent(socket)}`;
  return `postgres://${USER}:${password}@${host}/postgres${query}`;
}

/** Waits for a database that another process runs; rejects when it ends instead. */
async function joined(url: string, place: Place): Promise<void> {
  let watch: NodeJS.Timeout | undefined;
  const gone = new Promise<null>((resolve) => {
    watch = setInterval(() => runningPostmaster(place.data) === undefined && resolve(null), 200);
  });
  await untilReady(url, gone, place).finally(() => clearInterval(watch));
}

async function untilReady(url: string, exited: Promise<number | null>, place: Place): Promise<void> {
  let code: number | null | undefined;
  void exited.then((value) => {
    code = value ?? -1;
  });
  for (
    const end = Date.now() + 120_000;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    if (code !== undefined) throw new Error(`the embedded database does not start (${lastWords(place)})`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new Error('the embedded database refuses its own password');
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('the embedded database did not get ready within two minutes');
}
