import { expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestBatch } from '../ingest/ingest-batch.ts';
import { readUplink } from '../ingest/read/read-uplink.ts';

const server = await testServer();

async function put(box: TestBox, message: unknown): Promise<void> {
  const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const uplink = { serial: box.serial, topic: `boxes/${box.serial}/measures`, payload };
  await ingestBatch(server.parts, [readUplink(uplink, new Map(), Date.now())], () => undefined);
}
const ledgerOf = (box: TestBox) =>
  server.db.selectFrom('box_ledgers').selectAll().where('box_id', '=', box.id).executeTakeFirstOrThrow();
const T0 = Math.floor(Date.now() / 1000) - 7200;

it('lists what could not be used and takes it after a fix, once; the ledger still adds up', async () => {
  const client = (await server.createClient()).id;
  const box = await server.createBox({ client, aeros: [{}] });
  const { api } = await server.createUser({ client, level: 'privileged' });
  await put(box, { aeros: [{ aero: 2, t0: T0, dt: [0], stroke: [5] }] });
  const list = (await api.get(`/set-aside/?box=${box.id}`)).body;
  expect(list).toMatchObject({
    count: 1,
    results: [{ box: box.id, reason: 'no_such_aero', replayed_at: null }],
  });
  const [{ id, preview }] = list.results;
  expect(JSON.parse(preview).aeros[0]).toMatchObject({ aero: 2, t0: T0, stroke: [5] });

  const early = await api.post(`/set-aside/${id}/replay/`, {});
  expect(early.body).toEqual({
    stored: 0,
    merged: 0,
    duplicates: 0,
    set_aside: 1,
    reason: 'no_such_aero',
    masked: false,
  });
  const { id: aero } = await server.db
    .insertInto('aeros')
    .values({ box_id: box.id, position: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const done = await api.post(`/set-aside/${id}/replay/`, {});
  expect(done.body).toEqual({
    stored: 1,
    merged: 0,
    duplicates: 0,
    set_aside: 0,
    reason: null,
    masked: false,
  });
  expect((await api.get(`/measures/?aero=${aero}`)).body.results).toMatchObject([{ stroke: 5 }]);
  expect(await ledgerOf(box)).toMatchObject({ received: 1, stored: 1, duplicates: 0, set_aside: 0 });
  const entries = (await api.get(`/audit/?entity=boxes&entity_id=${box.id}`)).body.results;
  expect(entries).toMatchObject([{ action: 'replay_set_aside', entity_name: box.serial }]);
  const again = await api.post(`/set-aside/${id}/replay/`, {});
  expect(again.body).toMatchObject({ stored: 0, reason: 'already_replayed' });
});

it('shows a box of another client to nobody else, and to no member', async () => {
  const box = await server.createBox({ client: (await server.createClient()).id });
  await put(box, 'no message');
  const stranger = await server.createUser({ client: (await server.createClient()).id, level: 'privileged' });
  expect((await stranger.api.get(`/set-aside/?box=${box.id}`)).body.count).toBe(0);
  const { id } = (await server.admin.api.get(`/set-aside/?box=${box.id}`)).body.results[0];
  expect((await stranger.api.post(`/set-aside/${id}/replay/`, {})).status).toBe(404);
  expect((await (await server.createUser()).api.get('/set-aside/')).status).toBe(403);
});

it('lets one message that the database refuses hold back no other', async () => {
  const [good, bad] = [await server.createBox({ aeros: [{}] }), await server.createBox({ aeros: [{}] })];
  const reads = [good, bad, good, bad].map((box, index) => {
    const message = { aeros: [{ aero: 1, t0: T0 + index, dt: [0], stroke: [index] }] };
    const uplink = {
      serial: box.serial,
      topic: `boxes/${box.serial}/${box === bad ? 'poison' : 'measures'}`,
      payload: Buffer.from(JSON.stringify(message)),
    };
    const poison = async () => {
      await server.db
        .selectFrom('boxes')
        .select('id')
        .where('id', '=', 'x' as never)
        .execute();
    };
    return readUplink(uplink, new Map([['poison', poison]]), Date.now());
  });
  const settled: unknown[] = [];
  await ingestBatch(server.parts, reads, (read, error) => settled.push([reads.indexOf(read), error]));
  expect(settled).toEqual([0, 1, 2, 3].map((index) => [index, undefined]));
  const stored = await server.admin.api.get(`/measures/?box=${good.id},${bad.id}`);
  expect(stored.body.results.map((row: { stroke: number }) => row.stroke)).toEqual([0, 2]);
  const aside = await server.admin.api.get(`/set-aside/?box=${good.id},${bad.id}`);
  expect(aside.body.results.map((row: { reason: string }) => row.reason)).toEqual([
    'not_storable',
    'not_storable',
  ]);
});
