import { expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestBatch } from '../ingest/ingest-batch.ts';
import { readUplink } from '../ingest/read/read-uplink.ts';
import { ingest } from '../testing.ts';
import { readBounds } from './store-bounds.ts';
import { forgetSetAside } from './store-set-aside.ts';

const server = await testServer({ env: { ROLES: 'web' } });
expect((await server.admin.api.patch('/set-aside/bounds/', { quota_mb: 1 })).body).toEqual({
  quota_mb: 1,
  retention_days: 90,
});

const MIB = 1024 * 1024;
const T0 = Math.floor(Date.now() / 1000) - 7200;

/** Messages of a box in one transaction. */
async function put(box: TestBox, payloads: readonly (string | object)[]): Promise<void> {
  const reads = payloads.map((message) => {
    const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    const topic = `boxes/${box.serial}/measures`;
    return readUplink({ serial: box.serial, topic, payload }, new Map(), Date.now());
  });
  await ingestBatch(server.parts, reads, (_read, error) => {
    if (error !== undefined) throw error;
  });
}
const ledgerOf = (box: TestBox) =>
  server.db.selectFrom('box_ledgers').selectAll().where('box_id', '=', box.id).executeTakeFirstOrThrow();
const keptOf = async (box: TestBox) => {
  const rows = await server.db
    .selectFrom('set_aside')
    .select(['payload', 'single'])
    .where('box_id', '=', box.id)
    .execute();
  return { count: rows.length, bytes: rows.reduce((sum, row) => sum + row.payload.length, 0) };
};
const noAero = (second: number) => ({ aeros: [{ aero: 2, t0: T0 + second, dt: [0], stroke: [5] }] });

it('keeps of a box no more than its quota of a day, counts the rest, and the ledger adds up', async () => {
  const client = (await server.createClient()).id;
  const [box, other] = [
    await server.createBox({ client, aeros: [{}] }),
    await server.createBox({ client, aeros: [{}] }),
  ];
  const manager = await server.createUser({ client, level: 'privileged' });
  await put(box, [noAero(0)]);
  for (let turn = 0; turn < 4; turn += 1)
    await put(
      box,
      Array.from({ length: 25 }, (_, index) => `${turn} ${index} ${'x'.repeat(30_000)}`),
    );
  const kept = await keptOf(box);
  expect(kept.bytes).toBeLessThanOrEqual(MIB);
  expect(kept.bytes).toBeGreaterThan(0.9 * MIB);
  const ledger = await ledgerOf(box);
  expect(ledger).toMatchObject({ received: 101, set_aside: 101, duplicates: 0, not_kept: 101 - kept.count });
  expect((await manager.api.get(`/boxes/${box.id}/ledger/`)).body.not_kept).toBe(101 - kept.count);
  const figures = (await manager.api.get('/set-aside/figures/')).body;
  expect(figures).toMatchObject({
    quota_mb: 1,
    not_kept: 101 - kept.count,
    boxes: [{ box: box.id, serial_number: box.serial, last_day: new Date().toISOString().slice(0, 10) }],
  });
  expect(figures.not_kept_bytes).toBeGreaterThan(ledger.not_kept * 30_000);
  // A listed measure counts as a duplicate when it is sent again; an unlisted one is counted again each time.
  await put(box, [noAero(0), noAero(1), noAero(1)]);
  expect(await ledgerOf(box)).toMatchObject({ received: 104, set_aside: 101 + 1, duplicates: 2 });
  // Other boxes have separate quotas; measures are stored as usual; a new day starts a new quota.
  await put(other, [noAero(0)]);
  expect((await keptOf(other)).count).toBe(1);
  await ingest(server, box.serial, 1, [{ at: T0, stroke: 5 }]);
  await ingest(server, box.serial, 1, [{ at: T0, stroke: 6 }]);
  expect(await ledgerOf(box)).toMatchObject({ stored: 1, duplicates: 3, conflicts: 1 });
  const before = (await keptOf(box)).count;
  await server.db.updateTable('set_aside_days').set({ day: '2026-01-01' }).execute();
  await put(box, [noAero(2)]);
  expect((await keptOf(box)).count).toBe(before + 1);
  const stranger = await server.createUser({ client: (await server.createClient()).id, level: 'privileged' });
  expect((await stranger.api.get('/set-aside/figures/')).body).toMatchObject({ not_kept: 0, boxes: [] });
});

it('keeps no more than the quota of a box that many write for at once', async () => {
  const box = await server.createBox({ aeros: [{}] });
  const writers = Array.from({ length: 8 }, (_, writer) =>
    put(
      box,
      Array.from({ length: 10 }, (_, index) => `${writer} ${index} ${'x'.repeat(30_000)}`),
    ),
  );
  await Promise.all(writers);
  const kept = await keptOf(box);
  expect(kept.bytes).toBeLessThanOrEqual(MIB);
  expect(kept.bytes).toBeGreaterThan(0.9 * MIB);
  expect(await ledgerOf(box)).toMatchObject({ received: 80, set_aside: 80, not_kept: 80 - kept.count });
});

it('repeats of stored data, and values in conflict with it, take nothing from what is kept nowhere else', async () => {
  const box = await server.createBox({ aeros: [{}] });
  const values = (stroke: number) => ({
    aeros: [{ aero: 1, t0: T0, dt: Array(5000).fill(1), stroke: Array(5000).fill(stroke) }],
  });
  await put(box, [values(1)]);
  // Each value differs from the stored one: more of them than the quota allows.
  await put(box, [values(2)]);
  const { conflicts, not_kept } = await ledgerOf(box);
  expect(conflicts).toBe(5000);
  expect(not_kept).toBeGreaterThan(1000);
  const before = await keptOf(box);
  const future = { aero: 1, t0: T0 + 86_400, dt: Array(310).fill(1), stroke: Array(310).fill(7) };
  // The same ones again, and in the same transaction measures with a clock that is ahead.
  await put(box, [values(2), values(1), { aeros: [future] }]);
  expect((await keptOf(box)).count).toBe(before.count + 310);
  const ledger = await ledgerOf(box);
  expect(ledger).toMatchObject({ received: 20_310, stored: 5000, duplicates: 15_000, set_aside: 310 });
  expect(
    await server.db
      .selectFrom('set_aside')
      .where('box_id', '=', box.id)
      .where('reason', '=', 'future')
      .select('id')
      .execute(),
  ).toHaveLength(310);
});

it('an unknown metric sets aside that metric, once, and the rest of the message is stored', async () => {
  const client = (await server.createClient()).id;
  const box = await server.createBox({ client });
  const manager = await server.createUser({ client, level: 'privileged' });
  const message = {
    aeros: [
      { aero: 1, t0: T0, dt: [0, 60], stroke: [5, 6], noise: [1, 2] },
      { aero: 2, t0: T0, dt: [0], cellular_pin: ['1234'] },
    ],
  };
  await put(box, [message]);
  await put(box, [message]);
  const measures = await server.db
    .selectFrom('measures')
    .where('aero_id', 'in', [...box.aeroIds])
    .select(['aero_id', 'stroke'])
    .execute();
  expect(measures.map(({ stroke }) => stroke)).toEqual([5, 6]);
  expect(await ledgerOf(box)).toMatchObject({ received: 6, stored: 2, duplicates: 3, set_aside: 1 });
  const [aside, ...more] = (await manager.api.get('/set-aside/')).body.results;
  expect([aside.reason, aside.detail, more]).toEqual([
    'unknown_metric',
    'aeros[0].noise, aeros[1].cellular_pin',
    [],
  ]);
  expect(JSON.parse(aside.preview).aeros[0]).toEqual({ aero: 1, t0: T0, dt: [0, 60], noise: [1, 2] });
  expect(aside.preview).not.toContain('1234');
  // Still unknown, so it stays.
  const again = await manager.api.post(`/set-aside/${aside.id}/replay/`, {});
  expect(again.body).toMatchObject({ stored: 0, set_aside: 1, reason: 'unknown_metric' });
  // Once the metric is known, its value is added to the measures of that moment.
  await server.db
    .updateTable('set_aside')
    .set({
      payload: Buffer.from(JSON.stringify({ aeros: [{ aero: 1, t0: T0, dt: [0, 60], pressure: [1, 2] }] })),
    })
    .where('id', '=', aside.id)
    .execute();
  expect((await manager.api.post(`/set-aside/${aside.id}/replay/`, {})).body).toMatchObject({ merged: 2 });
  expect(await ledgerOf(box)).toMatchObject({
    received: 7,
    stored: 2,
    merged: 2,
    duplicates: 3,
    set_aside: 0,
  });
});

it('forgets after the days that somebody set, in steps, and the change stands in the audit log', async () => {
  const box = await server.createBox({ aeros: [{}] });
  await put(box, ['one', 'two', 'three', 'four']);
  await server.db
    .updateTable('set_aside')
    .set({ received_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('box_id', '=', box.id)
    .execute();
  await put(box, ['five']);
  expect((await readBounds(server.db)).retention_days).toBe(90);
  expect(await forgetSetAside(server.db, 90, 3)).toBe(0);
  const { api } = server.admin;
  expect((await api.patch('/set-aside/bounds/', { retention_days: 7 })).status).toBe(200);
  expect((await api.patch('/set-aside/bounds/', { retention_days: 0 })).status).toBe(400);
  const [entry] = (await api.get('/audit/?entity=settings')).body.results;
  expect(entry).toMatchObject({ action: 'update', changes: { retention_days: { from: 90, to: 7 } } });
  const { retention_days } = await readBounds(server.db);
  const steps = [];
  for (let step = 0; step < 3; step += 1) steps.push(await forgetSetAside(server.db, retention_days, 3));
  expect(steps).toEqual([3, 1, 0]);
  expect((await keptOf(box)).count).toBe(1);
  const manager = await server.createUser({
    client: (await server.createClient()).id,
    level: 'privileged',
  });
  expect((await manager.api.patch('/set-aside/bounds/', { quota_mb: 2 })).status).toBe(403);
});
