import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../testing/start-test-server.ts';

/**
 * A proxy to a database that can stop forwarding without closing: data in transit stays, and neither side
 * notices.
 */
async function makeWay() {
  let target: { host: string; port: number } | { path: string } | undefined;
  const open = new Set<Socket[]>();
  const server = createServer((near) => {
    const far = target === undefined ? undefined : connect(target as never);
    if (far === undefined) return near.destroy();
    open.add([near, far]);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    to(url: string): string {
      const there = new URL(url);
      const folder = there.searchParams.get('host');
      target = folder?.startsWith('/')
        ? { path: `${folder}/.s.PGSQL.${there.port || there.searchParams.get('port') || '5432'}` }
        : { host: there.hostname, port: Number(there.port) };
      there.searchParams.delete('host');
      there.hostname = '127.0.0.1';
      there.port = String(port);
      return there.href;
    },
    fallSilent(): number {
      for (const [near, far] of open) {
        near?.unpipe().pause();
        far?.unpipe().pause();
      }
      return open.size;
    },
    close() {
      for (const sockets of open) for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const MEASURE = (at: number) =>
  JSON.stringify({
    v: 1,
    aeros: [{ aero: 1, t0: Math.floor(Date.now() / 1000) - at, dt: [0], stroke: [500] }],
  });

test('connections that fall silent are given up: a PUBACK within 15 s, a long statement goes on', async () => {
  const way = await makeWay();
  const env: Record<string, string> = { LOG_LEVEL: 'silent' };
  const server = await startTestServer({
    env,
    prepare: async (url) => {
      env.DATABASE_URL = way.to(url);
    },
  });
  try {
    const { serial, secret } = await server.createBox();
    const box = await connectAsync(server.mqttUrl, {
      clientId: serial,
      username: serial,
      password: secret,
      reconnectPeriod: 500,
    });
    const publish = (at: number) => box.publishAsync(`boxes/${serial}/measures`, MEASURE(at), { qos: 1 });
    await publish(60);
    // A long statement must not be treated as lost.
    const long = sql`select pg_sleep(9)`.execute(server.db).then(
      () => 'answered',
      () => 'ended',
    );
    await new Promise((resolve) => setTimeout(resolve, 7000));
    expect(await Promise.race([long, 'still working'])).toBe('still working');
    expect(await long).toBe('answered');

    expect(way.fallSilent()).toBeGreaterThan(3);
    const began = performance.now();
    const stored = publish(30);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, (await ready.json()).roles]).toEqual([
      503,
      { web: 'unavailable', ingest: 'unavailable', worker: 'unavailable' },
    ]);
    await stored;
    expect(performance.now() - began).toBeLessThan(15_000);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from measures`.execute(
      server.db,
    );
    expect(rows[0]?.count).toBe(2);
    await box.endAsync(true);
  } finally {
    await server.stop();
    way.close();
  }
});
