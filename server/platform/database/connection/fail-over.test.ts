import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, expect, test } from 'vitest';
import { ask } from '../../../../testing/plain-query.ts';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import { freePort } from '../../machine/free-port.ts';
import { reachableBinaries } from '../embedded/binaries.ts';
import { initialise } from '../embedded/initialise.ts';
import { type Place, placeFor } from '../embedded/place.ts';
import { untilDead } from '../embedded/postmaster.ts';
import { start } from '../embedded/programs.ts';

// A primary and its synchronous standby; DATABASE_URL names both. The primary is killed under load.

const root = mkdtempSync(join(tmpdir(), 'aerowatch-fail-over-'));
chmodSync(root, 0o755);
const started: ChildProcess[] = [];
const stop = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGQUIT') => {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  await untilDead(child.pid ?? 0, 10_000);
};
afterAll(async () => {
  for (const child of started) await stop(child);
  rmSync(root, { recursive: true, force: true });
});

interface Node {
  readonly place: Place;
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
}
const programs = ({ account, programs: folder }: Place) => reachableBinaries(account, folder);
const placeIn = (name: string): Place => {
  mkdirSync(join(root, name), { recursive: true, mode: 0o755 });
  return placeFor(join(root, name));
};

async function node(
  name: string,
  password: string | undefined,
  settings: Record<string, string>,
): Promise<Node> {
  const place = placeIn(name);
  const secret = password ?? (await initialise(place, programs(place)));
  const port = await freePort();
  const child = start(programs(place), place, undefined, port, { shared_buffers: '32MB', ...settings });
  started.push(child);
  const url = `postgres://aerowatch:${secret}@127.0.0.1:${port}/postgres`;
  await expect
    .poll(() => ask(url, 'select 1 as one').catch(() => []), { timeout: 30_000 })
    .toEqual([{ one: 1 }]);
  return { place, port, url, child };
}

/** A copy of the running primary that follows it; what was acknowledged is on both from then on. */
async function standbyOf(primary: Node): Promise<Node> {
  const { password } = new URL(primary.url);
  const place = placeIn('two');
  await ask(primary.url, 'checkpoint');
  // Nobody writes yet: a copy of the files at rest is a whole one.
  await stop(primary.child, 'SIGINT');
  spawnSync('cp', ['-a', primary.place.data, place.data]);
  writeFileSync(join(place.data, 'standby.signal'), '');
  const { uid, gid } = place.account;
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, place.data]);
  chmodSync(place.data, 0o700);
  const again = start(programs(primary.place), primary.place, undefined, primary.port, PRIMARY);
  started.push(again);
  Object.assign(primary, { child: again });
  return node('two', password, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=aerowatch password=${password} application_name=two`,
    wal_receiver_status_interval: '1s',
  });
}
const PRIMARY = { shared_buffers: '32MB', synchronous_standby_names: 'two' };

const MEASURE = (at: number) =>
  JSON.stringify({ v: 1, aeros: [{ aero: 1, t0: at, dt: [0], stroke: [500] }] });

/** Boxes that send one measure after the other until they are stopped; answers the times that were acknowledged. */
async function load(server: TestServer, boxes: number) {
  const acknowledged: { aero: number; at: number; when: number }[] = [];
  const state = { isOver: false };
  const sending = Array.from({ length: boxes }, async (_, index) => {
    const { serial, secret, aeroIds } = await server.createBox();
    const box = await connectAsync(server.mqttUrl, {
      clientId: serial,
      username: serial,
      password: secret,
      reconnectPeriod: 250,
    });
    for (let at = Math.floor(Date.now() / 1000) - 40_000 + index; !state.isOver; at += 10) {
      await box.publishAsync(`boxes/${serial}/measures`, MEASURE(at), { qos: 1 });
      acknowledged.push({ aero: aeroIds[0] ?? 0, at, when: performance.now() });
    }
    await box.endAsync(true);
  });
  return {
    acknowledged,
    end: async () => {
      state.isOver = true;
      await Promise.all(sending);
    },
  };
}

test('the primary is killed under load and its standby promoted: nothing acknowledged is lost, PUBACKs within 15 s', {
  timeout: 180_000,
}, async () => {
  const one = await node('one', undefined, { shared_buffers: '32MB' });
  const two = await standbyOf(one);
  const names = `127.0.0.1:${two.port},127.0.0.1:${one.port}`;
  await expect
    .poll(() => ask(one.url, 'select sync_state from pg_stat_replication'), { timeout: 30_000 })
    .toEqual([{ sync_state: 'sync' }]);
  const server = await startTestServer({
    env: {
      DATABASE_URL: one.url.replace(`127.0.0.1:${one.port}`, names),
      LOG_LEVEL: 'silent',
    },
  });
  try {
    const { acknowledged, end } = await load(server, 8);
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(200);
    one.child.kill('SIGKILL');
    await untilDead(one.child.pid ?? 0, 10_000);
    const before = acknowledged.length;
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status;
    // A standby alone takes nothing: no PUBACK, and nothing is decided by what it holds.
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(acknowledged.length).toBe(before);
    const promoted = performance.now();
    await ask(two.url, 'select pg_promote()');
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before);
    expect((acknowledged[before]?.when ?? 0) - promoted).toBeLessThan(15_000);
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 200);
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    await end();
    const stored = await ask<{ aero: number; at: number }>(
      two.url,
      'select aero_id as aero, extract(epoch from time)::int as at from measures',
    );
    const there = new Set(stored.map(({ aero, at }) => `${aero} ${at}`));
    expect(there.size).toBe(stored.length);
    expect(acknowledged.filter(({ aero, at }) => !there.has(`${aero} ${at}`))).toEqual([]);
    expect((await server.admin.api.get('/me/')).status).toBe(200);
  } finally {
    await server.stop();
  }
});
