import { DAY } from '@aerowatch/domain/durations';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { dutyModule } from '../../duty/index.ts';
import { alertsModule } from '../alerts/index.ts';
import { condition, judgeAll, receive } from '../testing.ts';
import { soon } from '../testing-scene.ts';
import { supervisorsModule } from './index.ts';

const server = await testServer({ modules: [supervisorsModule, alertsModule, dutyModule] });

/** The next measure fires anew. */
async function forgetAlerts(): Promise<void> {
  for (const table of ['notifications', 'alerts', 'episodes'] as const)
    await server.db.deleteFrom(table).execute();
}

async function stage() {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id, notify_email: true });
  const [one, other] = [
    await server.createUser({ client: client.id, notify_email: true }),
    await server.createUser({ client: client.id, notify_email: true }),
  ];
  const box = await server.createBox({ client: client.id });
  const [aero] = box.aeroIds;
  const make = (tell: object) =>
    manager.api.post('/supervisors/', { name: 'Rule', aeros: [aero], conditions: [condition()], tell });
  // A measure a second: two of one moment are one.
  let asked = 0;
  const told = async () => {
    await receive(server.db, aero!, [{ time: soon() + 1000 * asked++, temperature: 40 }]);
    await judgeAll(server.db);
    const rows = await server.db
      .selectFrom('notifications')
      .select('user_id')
      .where('user_id', 'in', [manager.id, one.id, other.id])
      .orderBy('user_id')
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  return { client, manager, one, other, box, aero: aero!, make, told };
}

it('tells all of the client unless somebody is chosen', async () => {
  const { manager, one, other, make, told } = await stage();
  const made = await make({ all: true });
  expect(made.body.tell).toEqual({
    all: true,
    groups: [],
    users: [],
    in_charge: false,
    on_duty: false,
    escalate_after: null,
  });
  expect(await told()).toEqual([manager.id, one.id, other.id]);
});

it('tells a role, as people have it when it is told', async () => {
  const { manager, other, make, told } = await stage();
  expect((await make({ all: false, groups: [1] })).status).toBe(201);
  await server.db.insertInto('user_groups').values({ user_id: other.id, group_id: 1 }).execute();
  expect(await told()).toEqual([manager.id, other.id]);
});

it('tells chosen persons; once none of them is there any more, all', async () => {
  const { manager, one, other, make, told } = await stage();
  const made = await make({ all: false, users: [one.id] });
  expect([made.status, made.body.tell.users], made.text).toEqual([201, [one.id]]);
  expect(await told()).toEqual([one.id]);
  const again = await stage();
  await again.make({ all: false, users: [again.one.id] });
  await server.db.deleteFrom('users').where('id', '=', again.one.id).execute();
  expect(await again.told()).toEqual([again.manager.id, again.other.id]);
  expect(
    (await manager.api.patch(`/supervisors/${made.body.id}/`, { tell: { all: false, users: [other.id] } }))
      .body.tell,
  ).toMatchObject({ all: false, users: [other.id] });
});

it('tells who is in charge of an open order of the AERO; while nobody is, all', async () => {
  const { client, manager, one, other, box, aero, make, told } = await stage();
  await make({ all: false, in_charge: true });
  await server.db
    .insertInto('work_orders')
    .values({
      client_id: client.id,
      box_id: box.id,
      aero_id: aero,
      kind: 'leak',
      source: 'manual',
      assignee_id: other.id,
    } as never)
    .execute();
  expect(await told()).toEqual([other.id]);
  const nobody = await stage();
  await nobody.make({ all: false, in_charge: true });
  expect(await nobody.told()).toEqual([nobody.manager.id, nobody.one.id, nobody.other.id]);
  expect([manager.id, one.id]).toHaveLength(2);
});

it('tells who is on duty, whoever that is, and for whom they stand in', async () => {
  const { client, manager, one, other, make, told } = await stage();
  expect((await make({ all: false, on_duty: true })).body.tell).toMatchObject({ on_duty: true, users: [] });
  const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  const roster = {
    client: client.id,
    starts_on: day(-3),
    hour: 0,
    time_zone: 'UTC',
    people: [one.id, other.id],
  };
  expect((await manager.api.post('/duty-rosters/', roster)).body).toMatchObject({ on_duty: one.id });
  expect(await told()).toEqual([one.id]);
  const exceptions = [{ from: day(-3), to: day(3), user: one.id, substitute: other.id }];
  await manager.api.post('/duty-rosters/', { ...roster, exceptions });
  await forgetAlerts();
  expect(await told()).toEqual([other.id]);
});

it('tells the next person once the week is over', async () => {
  const { client, manager, one, other, make, told } = await stage();
  await make({ all: false, on_duty: true });
  const days = (count: number) => new Date(Date.now() + count * DAY).toISOString().slice(0, 10);
  const people = [one.id, other.id];
  const weekOld = async (starts_on: string) => {
    const roster = { client: client.id, starts_on, hour: 0, time_zone: 'UTC', people };
    expect((await manager.api.post('/duty-rosters/', roster)).status).toBe(201);
    await forgetAlerts();
    return told();
  };
  // The last day of a week, the first of the next, and the first of the week after.
  expect(await weekOld(days(-6))).toEqual([one.id]);
  expect(await weekOld(days(-7))).toEqual([other.id]);
  expect(await weekOld(days(-14))).toEqual([one.id]);
});

it('tells all of the client while nobody is on duty', async () => {
  const { manager, one, other, make, told } = await stage();
  await make({ all: false, on_duty: true });
  expect(await told()).toEqual([manager.id, one.id, other.id]);
});

it('refuses nobody, and who is of another client', async () => {
  const { make } = await stage();
  const stranger = await stage();
  expect((await make({ all: false })).body).toHaveProperty('tell');
  expect((await make({ all: false, users: [stranger.one.id] })).status).toBe(400);
  expect((await make({ all: false, groups: [9999] })).status).toBe(400);
});
