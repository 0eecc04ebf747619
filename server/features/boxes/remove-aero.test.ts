import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { aerosModule } from '../aeros/index.ts';
import { ingest } from '../measures/testing.ts';
import { boxesModule } from './index.ts';

const DAY = Date.UTC(2026, 2, 1) / 1000;
const server = await testServer({ modules: [boxesModule, aerosModule] });
const client = (await server.createClient()).id;
const manager = await server.createUser({ level: 'privileged', client });

it('a PATCH takes an AERO off a box for good, with what it measured; the other stays', async () => {
  const box = await server.createBox({ client });
  const [first = 0, second = 0] = box.aeroIds;
  await manager.api.patch(`/boxes/${box.id}/`, { aeros: [{ position: 2, model_type: 2 }] });
  await ingest(server, box.serial, 1, [{ at: DAY, stroke: 1 }]);
  await ingest(server, box.serial, 2, [
    { at: DAY, stroke: 2 },
    { at: DAY + 60, stroke: 2 },
  ]);
  const { status, body } = await manager.api.patch(`/boxes/${box.id}/`, {
    aeros: [{ position: 2, removed: true }],
  });
  expect(status).toBe(200);
  expect(body.aeros.map((aero: { id: number }) => aero.id)).toEqual([first]);
  expect(body.desired).toMatchObject({ aero2_type: 0 });
  const left = await server.db
    .selectFrom('measures')
    .select('aero_id')
    .where('aero_id', 'in', [first, second])
    .execute();
  expect(left.map(({ aero_id }) => aero_id)).toEqual([first]);
  const days = await server.db
    .selectFrom('box_day_counts')
    .select('count')
    .where('box_id', '=', box.id)
    .execute();
  expect(days.map(({ count }) => Number(count))).toEqual([1]);
  expect((await manager.api.get(`/aeros/${second}/`)).status).toBe(404);
  const entries = await server.db
    .selectFrom('audit')
    .select('changes')
    .where('entity', '=', 'boxes')
    .where('entity_id', '=', box.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entries.changes).toMatchObject({ aeros: { from: { 2: { model_type: 2 } }, to: { 2: null } } });
  // A second removal finds nothing; the position is free for another AERO.
  expect(
    (await manager.api.patch(`/boxes/${box.id}/`, { aeros: [{ position: 2, removed: true }] })).status,
  ).toBe(200);
  const again = await manager.api.patch(`/boxes/${box.id}/`, { aeros: [{ position: 2, model_type: 1 }] });
  expect(again.body.aeros).toHaveLength(2);
});

it('members may not, and removing and changing one at once is refused at its field', async () => {
  const box = await server.createBox({ client });
  const member = await server.createUser({ client });
  const removal = { position: 1, removed: true };
  expect((await member.api.patch(`/boxes/${box.id}/`, { aeros: [removal] })).status).toBe(403);
  const both = await manager.api.patch(`/boxes/${box.id}/`, { aeros: [removal, { position: 1 }] });
  expect([both.status, both.body.aeros]).toEqual([400, { 1: { position: ['Appears twice'] } }]);
  expect((await manager.api.get(`/boxes/${box.id}/`)).body.aeros).toHaveLength(box.aeroIds.length);
});
