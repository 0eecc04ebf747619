import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { workModule } from '../work/index.ts';
import { morningModule } from './index.ts';

const server = await testServer({ modules: [morningModule, workModule], env: { ROLES: 'web' } });

/** A diagnosis of a seized AERO, first reported an hour ago, for two days. */
const diagnose = (aero: number, verdict: string, ago: (hours: number) => Date) =>
  server.db
    .insertInto('diagnostics')
    .values({
      aero_id: aero,
      day: '2026-01-01',
      verdict,
      findings: JSON.stringify([{ key: 'seized', verdict, fault: 'seized', noticed: ago(1).getTime() }]),
      primary_finding: 'seized',
      faults: ['seized'],
      fault: 'seized',
      since: ago(48),
      confidence: 0.9,
      act: 'free_ram',
      act_by: ago(0),
    } as never)
    .execute();
const order = (client_id: number, box_id: number, aero_id: number, due_on: string) =>
  server.db
    .insertInto('work_orders')
    .values({ client_id, box_id, aero_id, kind: 'inspection', source: 'manual', due_on } as never)
    .execute();

/** The console's proposal for it: a matter that needs attention at once. */
const propose = (client_id: number, box_id: number, aero_id: number) =>
  server.db
    .insertInto('work_orders')
    .values({
      ...{ client_id, box_id, aero_id, kind: 'seized', source: 'finding', state: 'proposed' },
      ...{ severity: 'high', urgency: 'now', due_on: '2020-01-02', accepted_at: null, confidence: 0.9 },
    } as never)
    .execute();

it('names an AERO once with its one reason, the most pressing first, and nothing of another client', async () => {
  const [client, foreign] = [await server.createClient(), await server.createClient()];
  const user = await server.createUser({ client: client.id });
  const now = Date.now();
  const ago = (hours: number) => new Date(now - hours * 3_600_000);
  const make = (owner: number, last_send: Date, sami = 'satisfactory') =>
    server.createBox({ client: owner, last_send, aeros: [{ sami }, {}] });
  const bad = await make(client.id, ago(200), 'unsatisfactory');
  const silent = await make(client.id, ago(200));
  const calm = await make(client.id, ago(1));
  await make(foreign.id, ago(200));
  await diagnose(bad.aeroIds[0]!, 'bad', ago);
  await diagnose(calm.aeroIds[0]!, 'good', ago);
  await propose(client.id, bad.id, bad.aeroIds[0]!);
  await order(client.id, calm.id, calm.aeroIds[1]!, '2020-01-01');
  await order(client.id, silent.id, silent.aeroIds[0]!, '2099-01-01');

  const { body, status } = await user.api.get('/morning/');
  expect(status).toBe(200);
  expect(body.results.map((row: { aero: number; reason: string }) => [row.aero, row.reason])).toEqual([
    [bad.aeroIds[0], 'finding'],
    [calm.aeroIds[1], 'work_order'],
    [silent.aeroIds[0], 'silent'],
  ]);
  expect(body.results[0]).toMatchObject({
    reasons: ['finding', 'silent', 'unsatisfactory'],
    fault: 'seized',
    act: 'free_ram',
    since: ago(48).toISOString(),
  });
  expect(body.results[2]).toMatchObject({ work_order: expect.any(Number), due_on: '2099-01-01' });
  // The first visit has no predecessor; no changes are listed.
  expect(body.changes).toMatchObject({ since: null, results: [] });
  await server.db
    .updateTable('user_visits')
    .set({ last_at: ago(30) })
    .where('user_id', '=', user.id)
    .execute();
  const { changes } = (await user.api.get('/morning/')).body;
  expect(changes.since).toBe(ago(30).toISOString());
  expect(changes.counts).toMatchObject({ finding: 1, silent: 0, alert_opened: 0 });
  expect(changes.results[0]).toMatchObject({ kind: 'finding', aero: bad.aeroIds[0], fault: 'seized' });
  // Another look within the hour belongs to the same visit.
  expect((await user.api.get('/morning/')).body.changes.since).toBe(ago(30).toISOString());
  expect((await user.api.get(`/morning/?client=${foreign.id}`)).body.count).toBe(0);
  expect((await server.admin.api.get('/morning/?limit=1')).body).toMatchObject({ count: 4 });
});

it('an alert is a reason, one that is silenced is none', async () => {
  const client = await server.createClient();
  const user = await server.createUser({ client: client.id });
  const box = await server.createBox({ client: client.id, last_send: new Date(), aeros: [{}, {}] });
  const open = (aero_id: number, silenced: boolean) =>
    server.db
      .insertInto('alerts')
      .values({
        supervisor_name: 'Heat',
        condition_id: 1,
        condition: JSON.stringify({ metric: 'temperature', comparator: 'gt', value: 30 }),
        aero_id,
        box_id: box.id,
        client_id: client.id,
        opened_at: new Date(),
        value: 31,
        last_value: 31,
        last_at: new Date(),
        silenced,
      } as never)
      .execute();
  await open(box.aeroIds[0]!, false);
  await open(box.aeroIds[1]!, true);
  const { results } = (await user.api.get('/morning/')).body;
  expect(results.map((row: { aero: number; reason: string }) => [row.aero, row.reason])).toEqual([
    [box.aeroIds[0], 'alert'],
  ]);
});

it('is in the order of the inbox, and says nothing of what people dismissed', async () => {
  const client = await server.createClient();
  const user = await server.createUser({ client: client.id });
  const now = Date.now();
  const ago = (hours: number) => new Date(now - hours * 3_600_000);
  const make = () => server.createBox({ client: client.id, last_send: new Date(), aeros: [{}, {}] });
  const [first, second] = [await make(), await make()];
  const [one, two, known] = [first.aeroIds[0]!, first.aeroIds[1]!, second.aeroIds[0]!];
  for (const aero of [one, two, known]) await diagnose(aero, 'bad', ago);
  for (const aero of [one, two]) await propose(client.id, first.id, aero);
  await propose(client.id, second.id, known);
  const set = (aero: number, values: object) =>
    server.db.updateTable('work_orders').set(values).where('aero_id', '=', aero).execute();
  await set(one, { severity: 'low' });
  await set(known, { state: 'dismissed', dismissed_reason: 'known', dismissed_at: new Date() });
  const results = async () =>
    (await user.api.get('/morning/')).body.results.map((row: { aero: number }) => row.aero);
  expect(await results()).toEqual([two, one]);
  const inbox = (await user.api.get('/work-orders/inbox/')).body.results;
  expect(inbox.map((row: { matter: { aero: number } }) => row.matter.aero)).toEqual([two, one]);
  await set(known, { state: 'proposed' });
  await set(two, { severity: 'medium' });
  expect(await results()).toEqual([known, two, one]);
});
