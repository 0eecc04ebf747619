import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import { reachableBinaries } from './binaries.ts';
import { makeFolder, type Place, placeFor } from './place.ts';
import { isAlive, runningPostmaster, untilDead } from './postmaster.ts';

export interface Cluster {
  /** Address for `pg`. */
  readonly url: string;
  /** Stops it if this process owns it; a process that joined leaves it running. */
  stop(): Promise<void>;
  readonly pid: () => number | undefined;
}

export interface ClusterOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Further settings of postgresql.conf, as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  max_connections: '100',
  wal_compression: 'pglz',
  checkpoint_completion_target: '0.9',
  timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  jit: 'off',
  logging_collector: 'off',
};
const USER = 'aerowatch';
/** Attempts to start it before the start is given up: some six seconds in all. */
const LAUNCHES = 6;

/** Starts the embedded PostgreSQL of a DATA_DIR, or joins the one that another process runs there. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = placeFor(options.dataDir);
  const native = reachableBinaries(place.account, place.programs);
  const password = await initialise(place, native);
  let stopping = false;
  let child: ChildProcess | undefined;
  const ownerFile = join(options.dataDir, 'postgres.owner');
  const running = runningPostmaster(place.data);
  let others = running !== undefined && ownerOf(ownerFile) !== undefined;
  const socket = running?.socketFolder || socketFolder(place);
  const port = running?.port ?? (socket === undefined ? await freePort() : 5432);
  const url = addressOf(socket, port, password);
  if (!others) writeFileSync(ownerFile, String(process.pid));

  const launch = async (): Promise<void> => {
    child = run(native, place, socket, port, options.settings ?? {});
    const exited = new Promise<number | null>((resolve) => child?.once('exit', resolve));
    await untilReady(url, exited, place);
    void exited.then((code) => {
      if (stopping) return;
      options.log.error({ code }, 'the embedded database stopped by itself; starting it again');
      void again();
    });
  };
  const again = async (): Promise<void> => {
    for (let wait = 200; !stopping; wait = Math.min(wait * 2, 5000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        if (!stopping && runningPostmaster(place.data) === undefined) await launch();
        return;
      } catch (error) {
        options.log.error({ err: error }, 'the embedded database does not start');
      }
    }
  };
  // After a kill the remains of the database before may hold its memory or its lock for a moment.
  for (let tries = 1; ; tries += 1)
    try {
      if (runningPostmaster(place.data) !== undefined) await joined(url, place);
      else {
        if (others) writeFileSync(ownerFile, String(process.pid));
        others = false;
        await launch();
      }
      break;
    } catch (error) {
      if (tries === LAUNCHES) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * 400));
    }

  // One that another process started, of which there may be nobody left to start it again.
  const watching = setInterval(() => {
    if (child !== undefined || stopping || runningPostmaster(place.data) !== undefined) return;
    if (others && ownerOf(ownerFile) !== undefined) return;
    clearInterval(watching);
    others = false;
    writeFileSync(ownerFile, String(process.pid));
    options.log.error('the embedded database is gone; starting it again');
    void again();
  }, 500).unref();

  return {
    url,
    pid: () => runningPostmaster(place.data)?.pid,
    async stop() {
      stopping = true;
      clearInterval(watching);
      if (others) return;
      const pid = runningPostmaster(place.data)?.pid;
      if (pid !== undefined) await stopPostmaster(pid);
      rmSync(ownerFile, { force: true });
    },
  };
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, committed ones are on disk. */
async function stopPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  if (await untilDead(pid, 8000)) return;
  process.kill(pid, 'SIGQUIT');
  await untilDead(pid, 2000);
}

/** The living process, other than this one, that started the database. */
function ownerOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid !== process.pid && pid > 1 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The cluster's folder and its password, made when there is none. */
async function initialise(place: Place, native: string): Promise<string> {
  const passwordFile = join(place.folder, 'password');
  if (existsSync(join(place.data, 'PG_VERSION')) && existsSync(passwordFile))
    return readFileSync(passwordFile, 'utf8').trim();
  if (existsSync(place.data))
    throw new Error(`${place.data} holds something that is not a database of this program`);
  const password = randomBytes(24).toString('base64url');
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, place.account, 0o700);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account.uid !== undefined && place.account.gid !== undefined)
    chownSync(passwordFile, place.account.uid, place.account.gid);
  const options = [
    '-D',
    draft,
    '-U',
    USER,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
  ];
  await finish(native, place, 'initdb', options);
  renameSync(draft, place.data);
  return password;
}

function environment(native: string): NodeJS.ProcessEnv {
  const libraries =
    process.platform === 'darwin'
      ? { DYLD_LIBRARY_PATH: join(native, 'lib') }
      : { LD_LIBRARY_PATH: join(native, 'lib') };
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', ...libraries };
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function finish(native: string, place: Place, name: string, args: string[]): Promise<void> {
  const child = spawn(program(native, name), args, {
    ...place.account,
    cwd: place.folder,
    env: environment(native),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`the embedded database cannot be made (${name}: ${lastLine(said)})`);
}

/** In a process group of its own: a Ctrl-C in the terminal stops us first, and we stop it. */
function run(
  native: string,
  place: Place,
  socket: string | undefined,
  port: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const where: Record<string, string> =
    socket === undefined
      ? { listen_addresses: '127.0.0.1' }
      : { listen_addresses: '', unix_socket_directories: socket, unix_socket_permissions: '0700' };
  const all = { ...SETTINGS, ...where, port: String(port), ...settings };
  // A socket of mode 0700 belongs to another uid when we are root, which root may open all the same.
  const log = openSync(logFile(place), 'a');
  try {
    return spawn(
      program(native, 'postgres'),
      ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...place.account,
        cwd: place.folder,
        env: environment(native),
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
  } finally {
    closeSync(log);
  }
}

function logFile(place: Place): string {
  const path = join(place.folder, 'postgres.log');
  if (existsSync(path) && statSync(path).size > 10_000_000) renameSync(path, `${path}.old`);
  return path;
}

/** Socket paths end at 107 bytes; Windows has TCP on loopback in their place. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
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
    if (code !== undefined)
      throw new Error(
        `the embedded database does not start (${lastLine(readFileSync(join(place.folder, 'postgres.log'), 'utf8'))})`,
      );
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

function lastLine(text: string): string {
  return text.trim().split('\n').pop() ?? '';
}
