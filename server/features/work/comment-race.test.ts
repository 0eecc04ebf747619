import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../testing/start-test-server.ts';

it('a comment that loses a race with the deletion of its author is written in a second try', async () => {
  const server = await startTestServer({ env: { ROLES: 'web' } });
  try {
    const client = await server.createClient();
    const member = await server.createUser({ client: client.id });
    const box = await server.createBox({ client: client.id });
    const { body: order } = await member.api.post('/work-orders/', {
      box: box.id,
      aero: box.aeroIds[0],
      source: { type: 'manual', kind: 'leak' },
    });
    let commenting: ReturnType<typeof member.api.post> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${member.id} for update`.execute(trx);
      commenting = member.api.post(`/work-orders/${order.id}/comments/`, { text: 'seen' });
      // The comment locks the order and waits for its author; this request waits for the order.
      const waits = sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(server.db)).rows[0]?.n, { interval: 5 }).toBe(1);
      await sql`update work_orders set assignee_id = null where id = ${order.id}`.execute(trx);
    });
    expect(await commenting).toMatchObject({ status: 201, body: { text: 'seen' } });
  } finally {
    await server.stop();
  }
});
