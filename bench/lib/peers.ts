/** The system's PostgreSQL and Mosquitto (Debian's), if they are installed: independent peers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '@aerowatch/server/platform/database/embedded/cluster';
import { freePort } from '@aerowatch/server/platform/machine/free-port';
import pg from 'pg';
import { until } from './figures.ts';

const POSTGRES = '/usr/lib/postgresql';
const MOSQUITTO = '/usr/sbin/mosquitto';

/** Why they cannot run here, or undefined. */
export function whyNoPeers(): string | undefined {
  if (newestPostgres() === undefined) return 'no PostgreSQL of the system';
  return existsSync(MOSQUITTO) ? undefined : 'no mosquitto';
}

function newestPostgres(): string | undefined {
  if (!existsSync(POSTGRES)) return undefined;
  const versions = readdirSync(POSTGRES).filter((one) => existsSync(join(POSTGRES, one, 'bin', 'initdb')));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(POSTGRES, newest, 'bin');
}

/** PostgreSQL refuses root: its package has created an account for it. */
function accountOfPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** A cluster of the system's PostgreSQL; every account of this machine may connect. */
export async function startSystemPostgres({ dataDir }: { dataDir: string }): Promise<Cluster> {
  const bin = newestPostgres() ?? '';
  const account = accountOfPostgres();
  const data = join(dataDir, 'system');
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(data, account.uid, account.gid);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      ...account,
      cwd: '/',
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      '-k',
      '',
    ],
    { ...account, cwd: '/', stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await until('the PostgreSQL of the system answers', async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return { url, pid: () => child.pid, stop: () => ended(child, 'SIGINT') } as Cluster;
}

export interface Mosquitto {
  readonly port: number;
  stop(): Promise<void>;
}

/** A Mosquitto open to every client on this machine; sessions and queues are kept in memory. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 1000\nmax_queued_messages 0\npersistence false\n`,
  );
  const child = spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' });
  await until(
    'mosquitto listens',
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
  );
  return {
    port,
    async stop() {
      await ended(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
