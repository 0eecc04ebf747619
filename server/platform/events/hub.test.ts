import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { makeLog } from '../log/log.ts';
import { makeHub } from './hub.ts';
import { notify } from './store-events.ts';

const server = await testServer({ modules: [() => ({ name: 'none' })] });

/** A proxy between hub and database that can silently drop everything in both directions. */
async function firewall(to: URL) {
  // Tests connect to their database over a socket file, given as a parameter of the address.
  const host = to.searchParams.get('host') ?? to.hostname;
  const port = Number(to.searchParams.get('port') ?? (to.port || 5432));
  const toDatabase = () => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host));
  const passed: [Socket, Socket][] = [];
  const gate = createServer((near) => {
    const far = toDatabase();
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy());
    passed.push([near, far]);
  });
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const through = new URL(to);
  through.searchParams.set('host', '127.0.0.1');
  through.searchParams.set('port', String((gate.address() as { port: number }).port));
  return {
    url: through.href,
    forget: () => {
      for (const [near, far] of passed) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    close: () => {
      for (const pair of passed) for (const socket of pair) socket.destroy();
      gate.close();
    },
  };
}

test('a connection that died without a word is replaced, and what it missed is a gap', async () => {
  const gate = await firewall(new URL(server.databaseUrl));
  const hub = makeHub(gate.url, makeLog('silent'), { everyMs: 100, withinMs: 300 });
  const heard: string[] = [];
  let gaps = 0;
  await hub.start();
  hub.listen('hub_test', (payload) => heard.push(payload));
  hub.onGap(() => {
    gaps += 1;
  });
  await expect
    .poll(async () => {
      await notify(server.db, 'hub_test', 'before');
      return heard;
    })
    .toContain('before');
  gate.forget();
  await notify(server.db, 'hub_test', 'lost');
  await expect.poll(() => gaps).toBe(1);
  await notify(server.db, 'hub_test', 'after');
  await expect.poll(() => heard.at(-1)).toBe('after');
  expect(heard).not.toContain('lost');
  await hub.close();
  gate.close();
});
