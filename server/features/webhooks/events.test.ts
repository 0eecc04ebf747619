import { makeFinding } from '@aerowatch/domain/faults/finding';
import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/notifications/webhook-events';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { transaction } from '../../platform/database/db.ts';
import { judgeSilence } from '../alerting/judging/silence/silence.ts';
import { condition, judgeAll, MINUTE, receive } from '../alerting/testing.ts';
import { saveDiagnosis } from '../diagnostics/store.ts';
import { updateRollout } from '../firmware/rollouts/store-rollouts.ts';
import { publishEvents } from '../outbox/store-events.ts';
import { writeNextBodies } from './bodies.ts';
import { silencesNow } from './store-silences.ts';

const server = await testServer({ env: { ROLES: 'web', WEBHOOK_PRIVATE: 'true' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const box = await server.createBox({ client: client.id, last_send: new Date() });
const made = await manager.api.post('/webhooks/', {
  url: 'http://127.0.0.1:9/',
  events: WEBHOOK_EVENT_KEYS,
  language: 'en',
});
expect(made.status).toBe(201);
const hook = made.body.id;

interface Told {
  readonly type: string;
  readonly subject: string;
  readonly data: Record<string, unknown>;
}
/** Bodies of the events since the last call, in order. */
async function told(): Promise<Told[]> {
  while ((await writeNextBodies(server.db, server.parts.events, 'http://console.example')) > 0);
  const rows = await server.db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', hook)
    .returning(['id', 'body'])
    .execute();
  return rows.toSorted((a, b) => a.id - b.id).map(({ body }) => JSON.parse(body ?? '{}') as Told);
}

it('an alert is told when it opens, is over, and is marked as seen: each as the API gives it', async () => {
  const [aero] = box.aeroIds as [number];
  const rule = { name: 'Heat', aeros: [aero], conditions: [condition()] };
  expect((await manager.api.post('/supervisors/', rule)).status).toBe(201);
  const now = Date.now();
  const { db } = server;
  await receive(db, aero, [{ time: now - 20 * MINUTE, temperature: 35 }]);
  await judgeAll(db);
  await receive(db, aero, [{ time: now - 10 * MINUTE, temperature: 10 }]);
  await judgeAll(db);
  const [alert] = (await manager.api.get('/alerts/opened/')).body;
  await manager.api.post('/alerts/archive/', { ids: [alert.id] });
  const events = await told();
  expect(events.map(({ type }) => type)).toEqual(['alert.opened', 'alert.cleared', 'alert.archived']);
  const seen = (await manager.api.get(`/alerts/${alert.id}/`)).body;
  for (const { subject, data } of events) {
    expect(subject).toBe(`alerts/${alert.id}`);
    expect(data).toEqual(seen);
  }
});

it('a diagnosis is told when what is wrong is other than before, with its words', async () => {
  const [aero] = box.aeroIds as [number];
  const finding = makeFinding(
    'leak',
    0.8,
    null,
    'bad',
    {},
    { fault: 'leak', confidence: 0.9, noticed: Date.now() },
  );
  const save = (findings: object[], verdict: string) =>
    saveDiagnosis(
      server.db,
      aero,
      '2026-11-01',
      { verdict, primary: findings.length > 0 ? 'leak' : null, findings } as never,
      new Date(),
    );
  await save([], 'good');
  expect(await told()).toEqual([]);
  await save([finding], 'bad');
  await save([finding], 'bad');
  expect(await told()).toMatchObject([
    {
      type: 'finding.changed',
      subject: `diagnostics/${aero}`,
      data: {
        aero,
        verdict: 'bad',
        faults: ['leak'],
        findings: [{ fault: 'leak', text: { name: 'Gas leak' } }],
      },
    },
  ]);
  await save([], 'good');
  expect((await told()).map(({ type, data }) => [type, data.faults])).toEqual([['finding.changed', []]]);
});

it('a firmware update is told when it is done or cancelled', async () => {
  const { db } = server;
  const firmware = await db
    .insertInto('firmwares')
    .values({
      version: '9.9.9',
      client_id: client.id,
      size: 4,
      sha256: 'a'.repeat(64),
      signature: 'x',
      file: 'none',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const rollout = await db
    .insertInto('rollouts')
    .values({ firmware_id: firmware.id, client_id: client.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction(db, (trx) => updateRollout(trx, rollout.id, { wave: 2 }));
  expect(await told()).toEqual([]);
  await transaction(db, (trx) => updateRollout(trx, rollout.id, { state: 'done' }));
  expect(await told()).toMatchObject([
    { type: 'rollout.finished', subject: `rollouts/${rollout.id}`, data: { id: rollout.id, state: 'done' } },
  ]);
  // With a firmware for all, each client is notified of its own boxes only.
  const other = await server.createBox({ client: (await server.createClient()).id });
  const forAll = await db
    .insertInto('rollouts')
    .values({ firmware_id: firmware.id, client_id: null, reason: 'Bench of others' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rollout_boxes')
    .values(
      [box, other].map(
        ({ id }) => ({ rollout_id: forAll.id, box_id: id, wave: 1, state: 'installed' }) as never,
      ),
    )
    .execute();
  await transaction(db, (trx) => updateRollout(trx, forAll.id, { state: 'done' }));
  expect(await told()).toMatchObject([
    {
      type: 'rollout.finished',
      subject: `rollouts/${forAll.id}`,
      data: { id: forAll.id, version: '9.9.9', reason: '', counts: { total: 1, installed: 1 } },
    },
  ]);
});

it('a box is told as silent once a condition on silence fires for it, and as back with its next measure', async () => {
  const { db } = server;
  const quiet = condition({ metric: 'silence', value: 3 });
  const rule = { name: 'Silence', aeros: [...box.aeroIds], conditions: [quiet] };
  const made = await manager.api.post('/supervisors/', rule);
  expect(made.status).toBe(201);
  const heard = async (ago: number) => {
    const at = new Date(Date.now() - ago * MINUTE);
    await db.updateTable('boxes').set({ last_send: at }).where('id', '=', box.id).execute();
  };
  // Heard for days; since then nothing for two days, much less than a week.
  await sql`insert into listening (since, at) values (now() - interval '9 days', now()) on conflict (id) do update set since = excluded.since, at = excluded.at`.execute(
    db,
  );
  await sql`update conditions set started_at = now() - interval '9 days'`.execute(db);
  const look = async () => {
    await judgeSilence(db, Date.now());
    await transaction(db, async (trx) => publishEvents(trx, await silencesNow(trx)));
    return (await told())
      .filter(({ type }) => type.startsWith('box.'))
      .map(({ type, subject }) => [type, subject]);
  };
  expect(await look()).toEqual([]);
  await heard(2 * 24 * 60);
  expect(await look()).toEqual([['box.silent', `boxes/${box.id}`]]);
  expect(await look()).toEqual([]);
  // A rule that is switched off and on again does not count as a measure.
  for (const enabled of [false, true]) {
    expect((await manager.api.patch(`/supervisors/${made.body.id}/`, { enabled })).status).toBe(200);
    expect(await look()).toEqual([]);
  }
  await heard(0);
  expect(await look()).toEqual([['box.back', `boxes/${box.id}`]]);
  expect(await look()).toEqual([]);
});
