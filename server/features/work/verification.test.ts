import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { diagnoseDue } from '../diagnostics/worker.ts';
import { ingest, type Sent } from '../measures/testing.ts';

const server = await testServer({ env: { ROLES: 'web,ingest' } });
const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);
/** The work was done this many days ago. */
const DONE = 2.1;

/**
 * A ram measured every half hour: it followed until ten days ago, then stood still until the work, and moves or
 * stays stuck after it.
 */
const measured = (movesSince: boolean): Sent[] =>
  Array.from({ length: 30 * 48 }, (_, i) => {
    const at = NOW - 30 * DAY + i * 1800;
    const temperature = 12 + 8 * Math.sin((at / DAY) * 2 * Math.PI);
    const free = at < NOW - 10 * DAY || (movesSince && at > NOW - DONE * DAY);
    const stroke = Math.round(500 + (free ? 11.9 * (temperature - 12) : 0));
    return {
      at,
      temperature,
      pressure: free ? 100 : 100 + temperature / 3,
      stroke: free ? stroke : stroke + (i % 2),
      battery_voltage: 3.9,
      solar_voltage: 0,
      charge_current: 0,
    };
  });

async function repaired(movesSince: boolean) {
  const client = await server.createClient();
  const { api } = await server.createUser({ client: client.id });
  const model = { model_type: 2, regularized_length: 700, mechanical_tension: 1000, conductor_type: 'wire' };
  const box = await server.createBox({ client: client.id, aeros: [model], latitude: 47 });
  const [aero = 0] = box.aeroIds;
  await ingest(server, box.serial, 1, measured(movesSince));
  const diagnosed = async () => {
    await sql`update measure_latest set received_at = now() - interval '1 minute'`.execute(server.db);
    await sql`update diagnostics_asked set first_at = now() - interval '1 hour', last_at = now() - interval '1 hour'`.execute(
      server.db,
    );
    while ((await diagnoseDue(server.db)) > 0);
  };
  const row = async () => (await api.get(`/diagnostics/?aero=${aero}`)).body.results[0];
  await diagnosed();
  const order = (
    await api.post('/work-orders/', { box: box.id, aero, source: { type: 'finding', kind: 'seized' } })
  ).body;
  const closed = await api.patch(`/work-orders/${order.id}/`, {
    state: 'done',
    verdict: 'found',
    acts: ['freed'],
  });
  expect(closed.status).toBe(200);
  const read = async () => (await api.get(`/work-orders/${order.id}/`)).body;
  /** Changes the time of the work to two days ago. */
  const twoDaysLater = async () => {
    const done = new Date((NOW - DONE * DAY) * 1000);
    await server.db.updateTable('work_orders').set({ closed_at: done }).where('id', '=', order.id).execute();
    await server.db.updateTable('notes').set({ at: done }).where('box_id', '=', box.id).execute();
    await server.db
      .insertInto('diagnostics_asked')
      .values({ aero_id: aero })
      .onConflict((c) => c.doNothing())
      .execute();
    await diagnosed();
  };
  return { read, row, twoDaysLater, closed: closed.body };
}

describe('an order closed as done', () => {
  it('is being verified, and the AERO is seized again by itself where the stroke stays flat', async () => {
    const { read, row, twoDaysLater, closed } = await repaired(false);
    expect(closed).toMatchObject({ state: 'done', verification: { state: 'verifying', moved: null } });
    expect((await row()).repair).toMatchObject({ work_order: closed.id, state: 'verifying' });
    await twoDaysLater();
    expect((await read()).verification).toMatchObject({ state: 'not_proven' });
    expect(await row()).toMatchObject({ verdict: 'bad', repair: { state: 'not_proven' } });
    expect((await row()).faults).toContain('seized');
  });

  it('is proven where the ram moves again', async () => {
    const { read, row, twoDaysLater } = await repaired(true);
    await twoDaysLater();
    const { verification } = await read();
    expect(verification.state).toBe('proven');
    expect(verification.moved / verification.called).toBeGreaterThan(0.6);
    expect((await row()).faults).not.toContain('seized');
  });
});
