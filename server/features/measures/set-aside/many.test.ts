import { SECRET_KEYS } from '@aerowatch/domain/box/box-configuration';
import { toWire } from '@aerowatch/domain/box/twin';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestBatch } from '../ingest/ingest-batch.ts';
import { asAside, readUplink } from '../ingest/read/read-uplink.ts';

const server = await testServer({ env: { ROLES: 'web' } });

const T0 = Math.floor(Date.now() / 1000) - 7200;
const noAero = (second: number) => ({ aeros: [{ aero: 2, t0: T0 + second, dt: [0], stroke: [5] }] });

/** Messages of a box, set aside for this reason or for their own. */
async function put(
  box: TestBox,
  topic: string,
  messages: readonly unknown[],
  reason?: string,
): Promise<void> {
  const reads = messages.map((message) => {
    const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    const uplink = { serial: box.serial, topic: `boxes/${box.serial}/${topic}`, payload };
    const read = readUplink(uplink, server.parts.hooks.uplinks, Date.now());
    return reason === undefined ? read : asAside(read, reason, 'said by the test');
  });
  await ingestBatch(server.parts, reads, (_read, error) => {
    if (error !== undefined) throw error;
  });
}
const addAero = (box: TestBox) =>
  server.db.insertInto('aeros').values({ box_id: box.id, position: 2 }).execute();
const waiting = async (box: TestBox) =>
  (await server.admin.api.get(`/set-aside/?box=${box.id}&replayed=false`)).body.count;

it('tries all of a filter again in steps, takes what can be used, once, and leaves the rest', async () => {
  const client = (await server.createClient()).id;
  const [box, other] = [
    await server.createBox({ client, aeros: [{}] }),
    await server.createBox({ client, aeros: [{}] }),
  ];
  const { api } = await server.createUser({ client, level: 'privileged' });
  for (const one of [box, other]) {
    await put(one, 'measures', ['broken', ...Array.from({ length: 7 }, (_, index) => noAero(index))]);
    await addAero(one);
  }
  const steps: { tried: number; taken: number; after: number | null }[] = [];
  for (let after: number | null | undefined; after !== null; ) {
    const body = { box: [box.id], limit: 3, ...(after === undefined ? {} : { after }) };
    const said = await api.post('/set-aside/replay/', body);
    expect(said.status).toBe(200);
    steps.push(said.body);
    after = said.body.after;
  }
  expect(steps.map(({ tried, taken }) => [tried, taken])).toEqual([
    [3, 2],
    [3, 3],
    [2, 2],
  ]);
  expect(await waiting(box)).toBe(1);
  expect(await waiting(other)).toBe(8);
  expect((await api.get(`/measures/?box=${box.id}`)).body.count).toBe(7);
  const ledger = (await api.get(`/boxes/${box.id}/ledger/`)).body;
  expect(ledger).toMatchObject({ received: 8, stored: 7, set_aside: 1, duplicates: 0 });
  const entries = (await api.get(`/audit/?entity=boxes&entity_id=${box.id}`)).body.results;
  expect(entries.map((entry: { changes: unknown }) => entry.changes)).toEqual(
    [2, 3, 2].map((count) => ({ count: { from: null, to: count } })),
  );
  // By reason and period: nothing of another reason or time changes.
  const never = { reason: 'no_such_aero', to: new Date(T0 * 1000).toISOString() };
  expect((await api.post('/set-aside/replay/', never)).body).toMatchObject({ tried: 0, after: null });
  const rest = await api.post('/set-aside/replay/', { reason: 'no_such_aero', client: [client] });
  expect(rest.body).toMatchObject({ tried: 7, taken: 7, stored: 7, after: null });
  const stranger = await server.createUser({ client: (await server.createClient()).id, level: 'privileged' });
  expect((await stranger.api.post('/set-aside/replay/', { box: [box.id] })).body.tried).toBe(0);
});

it('a masked message is taken without its passwords, and says so', async () => {
  const client = (await server.createClient()).id;
  const box = await server.createBox({ client });
  const { api } = await server.createUser({ client, level: 'privileged' });
  const secrets = Object.fromEntries(SECRET_KEYS.map((key) => [key, '1357']));
  const document = toWire({ ...secrets, log_time: 17, configuration_version: 4 });
  await put(box, 'reported', [document], 'not_storable');
  await put(box, 'reported', [toWire({ log_time: 18, configuration_version: 5 })], 'not_storable');
  const [second, first] = (await api.get(`/set-aside/?box=${box.id}`)).body.results;
  expect([first.masked, second.masked]).toEqual([true, false]);
  expect(first.preview).not.toContain('1357');
  const one = await api.post(`/set-aside/${first.id}/replay/`, {});
  expect(one.body).toMatchObject({ set_aside: 0, masked: true });
  const reported = async () =>
    (
      await server.db
        .selectFrom('boxes')
        .select('reported')
        .where('id', '=', box.id)
        .executeTakeFirstOrThrow()
    ).reported;
  const taken = await reported();
  expect(taken).toMatchObject({ log_time: 17 });
  for (const key of SECRET_KEYS) expect(taken?.[key] ?? null, key).toBeNull();
  expect((await api.post('/set-aside/replay/', { box: [box.id] })).body).toMatchObject({
    taken: 1,
    masked: 0,
  });
  expect(await reported()).toMatchObject({ log_time: 18 });
  await put(box, 'reported', [{ ...document, configurationVersion: 6 }], 'not_storable');
  expect((await api.post('/set-aside/replay/', { box: [box.id] })).body).toMatchObject({
    taken: 1,
    masked: 1,
  });
});

it('one that the database refuses holds back no other of its step', async () => {
  const box = await server.createBox({ aeros: [{}] });
  await put(
    box,
    'measures',
    [1, 2, 3].map((stroke) => ({ aeros: [{ aero: 2, t0: T0 + stroke, dt: [0], stroke: [stroke] }] })),
  );
  await addAero(box);
  const { db } = server;
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no' using errcode = '22003'; end $$`.execute(db);
  await sql`create trigger refuse before insert on measures for each row when (new.stroke = 2) execute function refuse()`.execute(
    db,
  );
  try {
    const said = await server.admin.api.post('/set-aside/replay/', { box: [box.id] });
    expect(said.body).toMatchObject({ tried: 3, taken: 2, stored: 2, after: null });
    const { results } = (await server.admin.api.get(`/set-aside/?box=${box.id}&replayed=false`)).body;
    expect(results).toMatchObject([{ reason: 'not_storable' }]);
    expect(JSON.parse(results[0].preview).aeros[0].stroke).toEqual([2]);
  } finally {
    await sql`drop function refuse() cascade`.execute(db);
  }
  expect((await server.admin.api.post('/set-aside/replay/', { box: [box.id] })).body.taken).toBe(1);
});

it('deletes what a filter leaves, in steps, of the own client only, and tells it in the audit log', async () => {
  const client = (await server.createClient()).id;
  const [box, foreign] = [
    await server.createBox({ client, aeros: [{}] }),
    await server.createBox({ client: (await server.createClient()).id, aeros: [{}] }),
  ];
  const { api } = await server.createUser({ client, level: 'privileged' });
  for (const one of [box, foreign]) await put(one, 'measures', ['a', 'b', 'c', noAero(0)]);
  expect((await api.post('/set-aside/delete/', { reason: 'not_json_or_cbor', limit: 2 })).body).toEqual({
    deleted: 2,
    more: true,
  });
  expect((await api.post('/set-aside/delete/', { box: [box.id, foreign.id] })).body).toEqual({
    deleted: 2,
    more: false,
  });
  expect(await waiting(box)).toBe(0);
  expect(await waiting(foreign)).toBe(4);
  const entries = (await api.get(`/audit/?entity=boxes&entity_id=${box.id}`)).body.results;
  expect(entries).toMatchObject([
    { action: 'delete_set_aside', changes: { count: { from: null, to: 2 } } },
    { action: 'delete_set_aside', changes: { count: { from: null, to: 2 } } },
  ]);
  const member = await server.createUser({ client });
  expect((await member.api.post('/set-aside/delete/', {})).status).toBe(403);
});
