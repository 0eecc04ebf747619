import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { dutyModule } from './index.ts';

const server = await testServer({ modules: [dutyModule] });

async function stage() {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const [one, other] = [
    await server.createUser({ client: client.id }),
    await server.createUser({ client: client.id }),
  ];
  const write = (more: object = {}) =>
    manager.api.post('/duty-rosters/', {
      starts_on: '2026-01-05',
      time_zone: 'Europe/Paris',
      people: [one.id, other.id],
      ...more,
    });
  return { client, manager, one, other, write };
}

it('keeps one roster a client, replaced as a whole or changed in part', async () => {
  const { client, manager, one, other, write } = await stage();
  const made = await write();
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    client: client.id,
    weeks: 1,
    hour: 8,
    people: [one.id, other.id],
    exceptions: [],
    escalate_after: null,
    escalate_from: 'medium',
  });
  const holiday = { from: '2026-12-25', to: '2026-12-26', user: null, substitute: other.id, reason: 'Noël' };
  const again = await write({ people: [other.id], exceptions: [holiday] });
  expect(again.body).toMatchObject({ id: made.body.id, people: [other.id], exceptions: [holiday] });
  const path = `/duty-rosters/${made.body.id}/`;
  const changed = await manager.api.patch(path, { weeks: 2, people: [one.id, other.id, one.id] });
  expect(changed.body).toMatchObject({ weeks: 2, people: [one.id, other.id, one.id], exceptions: [holiday] });
  expect((await one.api.get('/duty-rosters/')).body.results).toEqual([changed.body]);
  expect((await one.api.patch(path, { weeks: 1 })).status).toBe(403);
  const audit = await server.db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'duty_rosters')
    .where('entity_id', '=', made.body.id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  expect((await manager.api.delete(path)).status).toBe(204);
  expect((await manager.api.get(path)).status).toBe(404);
});

it('takes only people of the client, and forgets who leaves', async () => {
  const { client, manager, one, other, write } = await stage();
  const stranger = await stage();
  expect((await write({ people: [stranger.one.id] })).body).toHaveProperty('people');
  const exception = { from: '2026-02-01', to: '2026-02-02', substitute: stranger.one.id };
  expect((await write({ exceptions: [exception] })).body.exceptions).toHaveProperty('0');
  expect((await write({ exceptions: [{ ...exception, substitute: one.id, to: '2026-01-01' }] })).status).toBe(
    400,
  );
  expect((await write({ people: [] })).body).toHaveProperty('people');
  expect((await write({ time_zone: 'Mars/Olympus' })).body).toHaveProperty('time_zone');
  const { id } = (await write({ exceptions: [{ ...exception, substitute: one.id }] })).body;
  await server.db.updateTable('users').set({ is_active: false }).where('id', '=', one.id).execute();
  expect((await manager.api.get(`/duty-rosters/${id}/`)).body).toMatchObject({
    people: [other.id],
    exceptions: [],
  });
  expect((await stranger.manager.api.get(`/duty-rosters/${id}/`)).status).toBe(404);
  expect((await stranger.manager.api.get(`/duty-rosters/?client=${client.id}`)).body.count).toBe(0);
});
