import { expect, it } from 'vitest';
import type { TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { dashboardModule } from './index.ts';

const server = await testServer({ modules: [dashboardModule] });

const now = new Date();
const dayBefore = (moment: Date) => new Date(moment.getTime() - 86_400_000);

/** Measures of a box, two of them from yesterday; the last at `time`, with their number as its stroke. */
async function countMeasures(box: TestBox, count: number, time: Date): Promise<void> {
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  await server.db
    .insertInto('box_ledgers')
    .values({ box_id: box.id, stored: count, received: count })
    .execute();
  await server.db
    .insertInto('box_day_counts')
    .values([
      { box_id: box.id, day: day(now), count: count - 2 },
      { box_id: box.id, day: day(dayBefore(now)), count: 2 },
    ])
    .execute();
  await server.db
    .insertInto('measure_latest')
    .values({ aero_id: box.aeroIds[0]!, time, received_at: now, stroke: count })
    .execute();
}

it('counts what a client sees, and nothing of another', async () => {
  const [client, foreign] = [await server.createClient(), await server.createClient()];
  const { api } = await server.createUser({ client: client.id });
  const yesterday = dayBefore(now);
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
  await countMeasures(bad, 7, yesterday);
  await countMeasures(other, 1000, now);
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
