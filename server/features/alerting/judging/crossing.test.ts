import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { alertsModule } from '../alerts/index.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition, judgeAll, MINUTE, minutes, receive } from '../testing.ts';
import { judgeDue } from './judging.ts';

const server = await testServer({ modules: [supervisorsModule, alertsModule] });

it('workers, edits, archiving, SAMI changes and deletions cross without refusal, deadlock or a second alert', async () => {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  await server.createUser({ client: client.id, notify_email: true });
  const boxes = await Promise.all(Array.from({ length: 12 }, () => server.createBox({ client: client.id })));
  const aeros = boxes.flatMap((box) => box.aeroIds);
  const conditions = [
    condition(),
    condition({ period: minutes(20), percent: 50 }),
    condition({ value: 33, actions: [{ type: 'sami', level: 'improvement_needed' }] }),
  ];
  const created: { id: number }[] = [];
  for (const name of ['A', 'B', 'C'])
    created.push((await manager.api.post('/supervisors/', { name, aeros, conditions })).body);

  const end = Date.now() + 4000;
  const begin = Date.now() - 100 * 10 * MINUTE;
  let judged = 0;
  const refused: string[] = [];
  const act = async (what: () => Promise<{ status: number; text: string }>) => {
    const answer = await what();
    // A stale list may name an alert of a deleted box: that gives a 400, which is not tested here.
    if (answer.status >= 500) refused.push(answer.text);
  };
  const during = async (work: (i: number) => Promise<unknown>) => {
    // On a slow machine it continues until enough transactions have conflicted.
    for (let i = 0; Date.now() < end || (judged <= 500 && Date.now() < end + 30_000); i++) await work(i);
  };
  const measure = async (i: number) => {
    for (const aero of aeros.slice(0, -2))
      await receive(server.db, aero, [
        { time: begin + i * 10 * MINUTE, temperature: 26 + ((i * 5 + aero) % 10) },
      ]).catch(() => undefined);
  };
  const judge = async () => {
    const batch = await judgeDue(server.db, Date.now(), 7);
    judged += batch.judgements;
    if (batch.aeros === 0) await sleep(5);
  };
  const toggle = (i: number) =>
    act(() => manager.api.patch(`/supervisors/${created[i % 3]!.id}/`, { enabled: i % 4 !== 0 }));
  const edit = (i: number) =>
    act(() =>
      manager.api.patch(`/supervisors/${created[(i + 1) % 3]!.id}/`, {
        conditions: conditions.slice(0, 1 + (i % 3)),
        aeros: i % 2 ? aeros.slice(0, 15) : aeros.slice(0, 20),
      }),
    );
  const archive = async () => {
    const open = (await manager.api.get('/alerts/opened/')).body.map((alert: { id: number }) => alert.id);
    if (open.length > 0) await act(() => manager.api.post('/alerts/archive/', { ids: open.reverse() }));
    await sleep(50);
  };
  const works = [measure, judge, judge, judge, toggle, edit, archive, (i: number) => changeSami(aeros, i)];
  await Promise.all([...works.map(during), deleteLater(boxes[11]!.id)]);
  await judgeAll(server.db);
  expect(refused).toEqual([]);
  expect(judged).toBeGreaterThan(500);
  await expectOneAlertEach();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function changeSami(aeros: readonly number[], i: number): Promise<void> {
  await sql`update aeros set sami = ${i % 2 ? 'satisfactory' : 'unsatisfactory'} where id = ${aeros[i % 10]!}`.execute(
    server.db,
  );
  await sleep(20);
}

async function deleteLater(box: number): Promise<void> {
  await sleep(2000);
  await server.db.deleteFrom('boxes').where('id', '=', box).execute();
}

/** No condition has two open alerts, and no AERO an episode of a supervisor that does not watch it. */
async function expectOneAlertEach(): Promise<void> {
  const twice = await sql`select condition_id, aero_id, condition, count(*) from alerts where seen_at is null
    group by 1, 2, 3 having count(*) > 1`.execute(server.db);
  expect(twice.rows).toEqual([]);
  const loose =
    await sql`select from episodes e join conditions c on c.id = e.condition_id join supervisors s on s.id = c.supervisor_id
    left join supervisor_aeros a on a.supervisor_id = s.id and a.aero_id = e.aero_id where a.aero_id is null or not s.enabled`.execute(
      server.db,
    );
  expect(loose.rows).toEqual([]);
}
