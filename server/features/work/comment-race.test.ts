import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { isRetryable } from '../../platform/database/errors.ts';

/** The answer to a comment, and whether it was its transaction that PostgreSQL ended for the deadlock. */
async function raceOnce(server: TestServer) {
  const client = await server.createClient();
  const member = await server.createUser({ client: client.id });
  const box = await server.createBox({ client: client.id });
  const { body: order } = await member.api.post('/work-orders/', {
    box: box.id,
    aero: box.aeroIds[0],
    source: { type: 'manual', kind: 'leak' },
  });
  let commenting: ReturnType<typeof member.api.post> | undefined;
  const other = server.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${member.id} for update`.execute(trx);
    commenting = member.api.post(`/work-orders/${order.id}/comments/`, { text: 'seen' });
    // The comment holds the order and waits for its author; this waits for the order.
    const waits = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await waits.execute(server.db)).rows[0]?.n, { timeout: 60_000, interval: 5 })
      .toBe(1);
    await sql`update work_orders set assignee_id = null where id = ${order.id}`.execute(trx);
  });
  const lost = await other.then(
    () => true,
    (error: unknown) => {
      if (!isRetryable(error)) throw error;
      return false;
    },
  );
  return { answer: await commenting!, lost };
}

it('a comment that loses a race with the deletion of its author is written in a second try', async () => {
  const server = await startTestServer({ env: { ROLES: 'web' } });
  try {
    // PostgreSQL ends the one of the two that looks first, a second after it began to wait.
    for (let race = 1, lost = false; !lost; race += 1) {
      expect(race).toBeLessThan(20);
      const one = await raceOnce(server);
      expect(one.answer).toMatchObject({ status: 201, body: { text: 'seen' } });
      lost = one.lost;
    }
  } finally {
    await server.stop();
  }
});
