import { meGet } from '@aerowatch/contracts/api/users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import type { MakeModule } from '../../../parts.ts';
import { route } from '../../http/route.ts';
import { wake } from '../../jobs/jobs.ts';
import { transaction } from '../db.ts';
import { placeFor } from '../embedded/place.ts';
import { runningPostmaster } from '../embedded/postmaster.ts';

/** A route that queries the database, and a worker that sleeps until it is notified. */
const outageModule =
  (onWake: () => void): MakeModule =>
  ({ db, jobs }) => ({
    name: 'outage',
    routes: [
      route(meGet, async () => ({ ok: (await sql`select 1`.execute(db)).rows.length === 1 }) as never),
    ],
    worker: () =>
      jobs.loop({
        name: 'woken',
        channel: 'outage',
        everyMs: 600_000,
        run: async () => {
          onWake();
          return 0;
        },
      }),
  });

test('the database away: 503 with Retry-After, and everything goes on when it is back', async () => {
  let woken = 0;
  const server = await startTestServer({
    env: { DATABASE_URL: '', LOG_LEVEL: 'silent' },
    checkAnswers: false,
    modules: [
      outageModule(() => {
        woken += 1;
      }),
    ],
  });
  const pid = runningPostmaster(placeFor(server.dataDir).data)!.pid;
  expect((await server.admin.api.get('/me/')).status).toBe(200);
  // One transaction is open and idle when its connection dies.
  const broken = transaction(server.db, async (trx) => {
    await sql`select 1`.execute(trx);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql`select 2`.execute(trx);
  }).then(
    () => 'committed',
    () => 'failed',
  );
  process.kill(pid, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  const statuses = new Set<number>();
  let retryAfter: string | null = null;
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const answer = await server.admin.api.get('/me/');
    statuses.add(answer.status);
    if (answer.status === 503) retryAfter = answer.headers.get('retry-after');
    if (answer.status === 200 && statuses.has(503)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect([...statuses].sort()).toEqual([200, 503]);
  expect(retryAfter).toBe('5');
  expect(await broken).toBe('failed');
  // The connection for notifications is restored too.
  await expect
    .poll(async () => {
      const before = woken;
      await wake(server.db, 'outage');
      await new Promise((resolve) => setTimeout(resolve, 100));
      return woken > before;
    })
    .toBe(true);
  await server.stop();
});
