import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { makeLog } from '../../log/log.ts';
import { connect } from '../connection/connect.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Place } from './place.ts';
import { isAlive } from './postmaster.ts';
import { turnLog } from './programs.ts';

const log = makeLog('silent');
const settings = { shared_buffers: '16MB' };
const folders: string[] = [];
const clusters: Cluster[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'aerowatch-cluster-'));
  folders.push(path);
  return path;
}
async function start(dataDir: string): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, log, settings });
  clusters.push(cluster);
  return cluster;
}
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop().catch(() => undefined);
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

async function ask<T>(cluster: Cluster, statement: string): Promise<T[]> {
  const { db, close } = connect(cluster.url, log, { max: 1 });
  try {
    return (await sql.raw<T>(statement).execute(db)).rows;
  } finally {
    await close();
  }
}

const answers = (cluster: Cluster) =>
  expect
    .poll(() => ask(cluster, 'select 7 as id').catch((error: Error) => error.message), {
      interval: 200,
    })
    .toEqual([{ id: 7 }]);

describe('embedded PostgreSQL', () => {
  test('starts, keeps its data over a stop, joins a running one, comes back after kill -9', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await ask(first, 'create table kept (id int8)');
    await ask(first, 'insert into kept values (7)');
    expect(await ask(first, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(first, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);

    // A long log is truncated while the database continues to append to it.
    const path = join(dataDir, 'postgres', 'postgres.log');
    writeFileSync(path, 'x'.repeat(2000), { flag: 'a' });
    turnLog({ folder: first.folder } as Place, 1000);
    expect(statSync(path).size).toBe(0);
    expect(statSync(`${path}.old`).size).toBeGreaterThanOrEqual(2000);
    await expect(ask(first, 'select 1 / 0')).rejects.toThrow();
    expect(readFileSync(path, 'utf8')).toMatch(/division by zero/);
    expect(statSync(path).size).toBeLessThan(1000);

    const pid = first.pid();
    process.kill(pid!, 'SIGKILL');
    await expect
      .poll(() => ask(first, 'select id from kept').catch((error: Error) => error.message), {
        interval: 200,
      })
      .toEqual([{ id: 7 }]);
    expect(first.pid()).not.toBe(pid);

    await first.stop();
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    // A stale lock file with another program's pid does not prevent the start.
    writeFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${process.pid}\n`);
    const second = await start(dataDir);
    expect(await ask(second, 'select id from kept')).toEqual([{ id: 7 }]);
    await second.stop();
  });

  test('comes back however often it is killed, also before it is ready', async () => {
    const cluster = await start(folder());
    let before: number | undefined;
    for (const moment of ['ready', 'starting', 'starting', 'ready']) {
      let pid: number | undefined;
      // Read once, because a start attempt may end between two reads, and another follows.
      const isAnother = () => {
        pid = cluster.pid();
        return pid !== undefined && pid !== before;
      };
      await expect.poll(isAnother, { interval: 5 }).toBe(true);
      if (moment === 'ready') {
        await answers(cluster);
        pid = cluster.pid();
        expect(pid).toBeDefined();
      }
      before = pid;
      if (isAlive(pid!)) process.kill(pid!, 'SIGKILL');
    }
    await answers(cluster);
    expect(cluster.pid()).not.toBe(before);
    await cluster.stop();
  });

  test.runIf(process.getuid?.() === 0)(
    'as root, also where the unprivileged account may not enter',
    async () => {
      const closed = folder();
      execFileSync('chmod', ['0700', closed]);
      const dataDir = join(closed, 'project', 'data');
      mkdirSync(dataDir, { recursive: true });
      const cluster = await start(dataDir);
      const [row] = await ask<{ data_directory: string }>(cluster, 'show data_directory');
      expect(row?.data_directory.startsWith(dataDir)).toBe(false);
      expect(existsSync(join(dataDir, 'postgres.location'))).toBe(true);
      await cluster.stop();
      // The place is kept across a restart; a deleted DATA_DIR starts empty, and its database is deleted too.
      await (await start(dataDir)).stop();
      expect(readdirSync(dataDir)).not.toContain('postgres');
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir);
      const anew = await start(dataDir);
      const [second] = await ask<{ data_directory: string }>(anew, 'show data_directory');
      await anew.stop();
      expect(second?.data_directory).not.toBe(row?.data_directory);
      expect(existsSync(row?.data_directory ?? '/')).toBe(false);
      rmSync(join(second!.data_directory, '..'), { recursive: true, force: true });
    },
  );
});
