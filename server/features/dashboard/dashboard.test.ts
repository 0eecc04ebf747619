import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { dashboardModule } from './index.ts';

const server = await testServer({ modules: [dashboardModule] });

it('counts what a client sees, and nothing of another', async () => {
  const [client, foreign] = [await server.createClient(), await server.createClient()];
  const { api } = await server.createUser({ client: client.id });
  const now = new Date();
  const yesterday = new Date(now.getTime() - 86_400_000);
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const bad = await server.createBox({
    client: client.id,
    last_send: ago(1),
    aeros: [{ sami: 'unsatisfactory' }, {}],
  });
  const silent = await server.createBox({
    client: client.id,
    last_send: ago(200),
    aeros: [{ sami: 'improvement_needed' }],
  });
  await server.createBox({ client: client.id, last_send: ago(1) });
  const other = await server.createBox({ client: foreign.id, last_send: ago(200) });
  for (const [box, count] of [
    [bad, 7],
    [other, 1000],
  ] as const) {
    await server.db
      .insertInto('box_ledgers')
      .values({ box_id: box.id, stored: count, received: count })
      .execute();
    await server.db
      .insertInto('box_day_counts')
      .values([
        { box_id: box.id, day: now.toISOString().slice(0, 10), count: count - 2 },
        { box_id: box.id, day: yesterday.toISOString().slice(0, 10), count: 2 },
      ])
      .execute();
    await server.db
      .insertInto('measure_latest')
      .values({
        aero_id: box.aeroIds[0]!,
        time: box === other ? now : yesterday,
        received_at: now,
        stroke: count,
      })
      .execute();
  }
  const { body, status } = await api.get('/dashboard/?days=3');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    boxes: 3,
    boxes_online: 2,
    aeros: 5,
    open_alerts: 0,
    measures: 7,
    online_share: 2 / 3,
    status: { new: 0, online: 2, late: 0, silent: 1 },
    sami: { satisfactory: 1, meets_expectations: 0, improvement_needed: 1, unsatisfactory: 1 },
    latest: { box: bad.id, serial_number: bad.serial, position: 1, stroke: 7 },
  });
  expect(body.evolution.map((day: { count: number }) => day.count)).toEqual([0, 2, 5]);
  expect(body.attention.map((box: { box: number; reasons: string[] }) => [box.box, box.reasons])).toEqual([
    [bad.id, ['unsatisfactory']],
    [silent.id, ['silent']],
  ]);
  expect((await api.get(`/dashboard/?client=${foreign.id}`)).body).toMatchObject({
    boxes: 0,
    measures: 0,
    latest: null,
    attention: [],
    online_share: null,
  });
  expect((await server.admin.api.get(`/dashboard/?client=${foreign.id}`)).body).toMatchObject({
    boxes: 1,
    measures: 1000,
  });
  expect((await server.admin.api.get('/dashboard/')).body).toMatchObject({ boxes: 4, measures: 1007 });
  expect((await server.admin.api.get('/dashboard/?days=0')).status).toBe(400);
});
