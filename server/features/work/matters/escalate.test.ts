import { DAY, MINUTE } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { escalateDue } from './escalate.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { client, diagnosed, boxOf, onlyOf } = await stageOfMatters(server);
const { db } = server;
const today = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

const people: Awaited<ReturnType<typeof server.createUser>>[] = [];
beforeAll(async () => {
  for (const first_name of ['Ada', 'Ben', 'Clo'])
    people.push(
      await server.createUser({ client: client.id, first_name, last_name: '', notify_email: true }),
    );
});
beforeEach(async () => {
  for (const table of ['work_orders', 'diagnostics', 'messages', 'notices'] as const)
    await db.deleteFrom(table as never).execute();
});

const roster = async (more: object = {}) => {
  const written = await server.admin.api.post('/duty-rosters/', {
    client: client.id,
    starts_on: today(-2),
    hour: 0,
    time_zone: 'UTC',
    people: people.map(({ id }) => id),
    escalate_after: 30,
    escalate_from: 'low',
    ...more,
  });
  expect(written.status, written.text).toBe(201);
};
const noticed = async () =>
  (await db.selectFrom('notices').select(['user_id', 'type', 'work_order_id']).orderBy('id').execute()).map(
    ({ user_id, type }) => `${people.findIndex(({ id }) => id === user_id)} ${type}`,
  );
const mailed = () =>
  db.selectFrom('messages').select('user_id').where('kind', '=', 'orders_given').orderBy('id').execute();
const proposal = async () => {
  const box = await boxOf();
  await diagnosed(box.aeroIds[0]!, { leak: 'bad' });
  return box;
};

it('gives a proposal to who is on duty, then to each who follows, until all were asked', async () => {
  await roster();
  const box = await proposal();
  await escalateDue(db, at(1));
  const { id, waits_for } = await onlyOf(box.id);
  expect(waits_for).toMatchObject({ user: people[0]!.id, name: 'Ada', escalated: false });
  await escalateDue(db, at(29));
  expect(await noticed()).toEqual(['0 on_duty']);
  expect(await mailed()).toEqual([]);
  await escalateDue(db, at(32));
  expect((await onlyOf(box.id)).waits_for).toMatchObject({ name: 'Ben', escalated: true });
  expect(await mailed()).toEqual([{ user_id: people[1]!.id }]);
  await escalateDue(db, at(60));
  for (const minutes of [70, 110, 150, 500]) await escalateDue(db, at(minutes));
  expect(await noticed()).toEqual(['0 on_duty', '1 escalated', '2 escalated']);
  expect((await onlyOf(box.id)).waits_for).toMatchObject({ name: 'Clo' });
  const { body } = await server.admin.api.get(`/work-orders/${id}/history/`);
  const said = body.map((event: { type: string; detail: { assignee_name?: string } | null }) =>
    [event.type, event.detail?.assignee_name ?? ''].join(' ').trim(),
  );
  expect(said).toEqual(
    expect.arrayContaining(['on_duty Ada', 'escalated Ben', 'escalated Clo', 'unanswered']),
  );
  expect(said.filter((type: string) => type === 'unanswered')).toHaveLength(1);
});

it('ends with whoever accepts, and begins anew once it returns', async () => {
  await roster();
  const box = await proposal();
  await escalateDue(db, at(1));
  const { id } = await onlyOf(box.id);
  expect((await people[0]!.api.post('/work-orders/accept/', { ids: [id] })).status).toBe(200);
  await escalateDue(db, at(90));
  expect(await noticed()).toEqual(['0 on_duty']);
  expect((await onlyOf(box.id)).waits_for).toBeNull();
});

it('asks the substitute, and nobody of what is below the severity or was proposed before', async () => {
  const old = await proposal();
  await sql`delete from duty_rosters`.execute(db);
  await sql`update work_orders set created_at = now() - interval '1 hour'`.execute(db);
  const away = { from: today(-2), to: today(2), user: people[0]!.id, substitute: people[2]!.id };
  await roster({ escalate_from: 'high', exceptions: [away] });
  const box = await proposal();
  const mild = await boxOf();
  await diagnosed(mild.aeroIds[0]!, { friction: 'watch' });
  for (const minutes of [1, 40]) await escalateDue(db, at(minutes));
  expect((await onlyOf(old.id)).waits_for).toBeNull();
  expect((await onlyOf(mild.id)).severity).not.toBe('high');
  expect((await onlyOf(mild.id)).waits_for).toBeNull();
  expect((await onlyOf(box.id)).waits_for).toMatchObject({ name: 'Ben' });
  expect(await noticed()).toEqual(['2 on_duty', '1 escalated']);
});

it('does each step once, with several processes, and after one that broke off halfway', async () => {
  await roster();
  for (let n = 0; n < 12; n += 1) await proposal();
  const all = () => Promise.all(Array.from({ length: 4 }, () => escalateDue(db, at(1))));
  await sql`create function break_off() returns trigger language plpgsql as $$
    begin if (select count(*) from notices) >= 5 then raise exception 'killed'; end if; return new; end $$`.execute(
    db,
  );
  await sql`create trigger break_off before insert on notices for each row execute function break_off()`.execute(
    db,
  );
  await expect(escalateDue(db, at(1))).rejects.toThrow('killed');
  await sql`drop function break_off cascade`.execute(db);
  expect(await noticed()).toEqual([]);
  const waiting = await db
    .selectFrom('work_orders')
    .select('id')
    .where('escalated_to', 'is not', null)
    .execute();
  expect(waiting).toEqual([]);
  await all();
  await all();
  expect(await noticed()).toHaveLength(12);
  await Promise.all(Array.from({ length: 4 }, () => escalateDue(db, at(40))));
  const steps = await noticed();
  expect(steps.filter((step) => step === '1 escalated')).toHaveLength(12);
  expect(steps).toHaveLength(24);
  expect(await mailed()).toHaveLength(12);
});
