import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { packAero } from '../packing/packing.ts';
import { rollUp } from '../series/store-rollups.ts';
import { ingestBatch } from './ingest-batch.ts';
import { ingestInTransaction } from './ingest-transaction.ts';
import { readUplink } from './read/read-uplink.ts';

// Without the worker, so that nothing is judged, rolled up or packed in the background.
const server = await testServer({ env: { ROLES: 'web' } });

type Sent = Record<string, number>;
const OLD = Date.UTC(2026, 2, 3, 12) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

function readOf(box: TestBox, at: number, ...measures: Sent[]) {
  const aeros = measures.map((measure) => ({
    aero: 1,
    t0: at,
    dt: [0],
    ...Object.fromEntries(Object.entries(measure).map(([metric, value]) => [metric, [value]])),
  }));
  const payload = Buffer.from(JSON.stringify({ v: 1, aeros }));
  return readUplink(
    { serial: box.serial, topic: `boxes/${box.serial}/measures`, payload },
    new Map(),
    Date.now(),
  );
}
async function send(...reads: ReturnType<typeof readOf>[]): Promise<void> {
  const problems: unknown[] = [];
  await ingestBatch(server.parts, reads, (_read, error) => {
    if (error !== undefined) problems.push(error);
  });
  expect(problems).toEqual([]);
}
async function stateOf(box: TestBox) {
  const [aero] = box.aeroIds;
  const { api } = server.admin;
  const measures = (await api.get(`/measures/?aero=${aero}&ordering=date`)).body.results;
  const latest = (await api.get(`/measures/boxes/?box=${box.id}`)).body.results[0].measures;
  const { body: ledger } = await api.get(`/boxes/${box.id}/ledger/`);
  const aside = (await api.get(`/set-aside/?box=${box.id}&ordering=id`)).body.results;
  return { measures, latest, ledger, aside };
}
const box = async () => server.createBox({ client: (await server.createClient()).id });

it('a later message gives what the first left out, and whatever hangs on it follows', async () => {
  const one = await box();
  const t = Math.floor(Date.now() / 1000) - 3600;
  await send(readOf(one, t, { temperature: 11 }));
  const [aero] = one.aeroIds;
  await sql`delete from aero_due where aero_id = ${aero}`.execute(server.db);
  await sql`insert into aero_judging values (${aero}, ${new Date(t * 1000)})`.execute(server.db);
  while ((await rollUp(server.db)) > 0);
  await send(readOf(one, t, { stroke: 222 }));
  const { measures, latest, ledger, aside } = await stateOf(one);
  expect(measures).toMatchObject([{ date: iso(t), temperature: 11, stroke: 222 }]);
  expect(latest).toMatchObject([{ temperature: 11, stroke: 222 }]);
  expect(ledger).toMatchObject({ received: 2, stored: 1, merged: 1, duplicates: 0, conflicts: 0 });
  expect(aside).toEqual([]);
  const due = await server.db.selectFrom('aero_due').where('aero_id', '=', aero!).selectAll().execute();
  expect(due).toMatchObject([{ from_time: new Date(t * 1000), filled: 1 << 2 }]);
  while ((await rollUp(server.db)) > 0);
  const series = await server.admin.api.get(`/measures/series/?aero=${aero}&every=86400&metrics=stroke`);
  expect(series.body.series[0].metrics.stroke.mean).toEqual([222]);
});

it('keeps both values where they differ, once, and says so', async () => {
  const one = await box();
  await send(readOf(one, OLD, { temperature: 11, stroke: 5 }));
  const differs = readOf(one, OLD, { temperature: 12, stroke: 5.0000001, pressure: 7 });
  await send(differs);
  await send(differs, readOf(one, OLD, { temperature: 13 }));
  const { measures, ledger, aside } = await stateOf(one);
  expect(measures).toMatchObject([{ temperature: 11, stroke: 5, pressure: 7 }]);
  expect(ledger).toMatchObject({
    received: 4,
    stored: 1,
    merged: 1,
    duplicates: 2,
    set_aside: 0,
    conflicts: 2,
  });
  const about = { aero: one.aeroIds[0], position: 1, time: iso(OLD), metric: 'temperature', stored: 11 };
  expect(aside).toMatchObject([
    { reason: 'conflict', conflict: { ...about, refused: 12 } },
    { reason: 'conflict', conflict: { ...about, refused: 13 } },
  ]);
  const again = await server.admin.api.post(`/set-aside/${aside[0].id}/replay/`, {});
  expect(again.body).toMatchObject({ stored: 0, set_aside: 1, reason: 'conflict' });
  expect((await stateOf(one)).ledger).toEqual(ledger);
});

it('within a message, and across messages of one transaction, it is as one after the other', async () => {
  const [one, other] = [await box(), await box()];
  const parts: Sent[] = [{ temperature: 1 }, { stroke: 2 }, { stroke: 3 }, { temperature: 1, pressure: 4 }];
  await send(readOf(one, OLD, ...parts.slice(0, 2)), ...parts.slice(2).map((part) => readOf(one, OLD, part)));
  for (const part of parts) await send(readOf(other, OLD, part));
  const [first, second] = [await stateOf(one), await stateOf(other)];
  const { box: _box, messages: _messages, ...ledger } = first.ledger;
  expect(ledger).toEqual({
    received: 4,
    stored: 1,
    merged: 2,
    duplicates: 1,
    set_aside: 0,
    conflicts: 1,
    nulled: 0,
    not_kept: 0,
  });
  expect(second.ledger).toMatchObject(ledger);
  for (const { measures, aside } of [first, second]) {
    expect(measures).toMatchObject([{ temperature: 1, stroke: 2, pressure: 4 }]);
    expect(aside).toMatchObject([{ conflict: { stored: 2, refused: 3 } }]);
  }
});

it('fills a packed day, which is packed again afterwards', async () => {
  const one = await box();
  const [aero] = one.aeroIds;
  await send(readOf(one, OLD, { temperature: 11 }), readOf(one, OLD + 600, { temperature: 12 }));
  const pack = async () => {
    while ((await rollUp(server.db)) > 0);
    await sql`delete from aero_due`.execute(server.db);
    return packAero(server.db, aero!, { closed: new Date(), quiet: new Date(Date.now() + 60_000) });
  };
  expect(await pack()).toBe(1);
  // All values are stored already: a mere repetition unpacks nothing.
  await send(readOf(one, OLD, { temperature: 11 }));
  expect(await pack()).toBe(0);
  await send(readOf(one, OLD + 600, { temperature: 99, stroke: 7 }));
  expect(await pack()).toBe(1);
  const { measures, ledger, aside } = await stateOf(one);
  expect(measures).toMatchObject([
    { temperature: 11, stroke: null },
    { temperature: 12, stroke: 7 },
  ]);
  expect(ledger).toMatchObject({ received: 4, stored: 2, merged: 1, duplicates: 1, conflicts: 1 });
  expect(aside).toMatchObject([{ conflict: { stored: 12, refused: 99 } }]);
  const days = await server.admin.api.get(`/measures/series/?aero=${aero}&every=86400&metrics=stroke`);
  expect(days.body.series[0].metrics.stroke.mean).toEqual([7]);
});

it('of processes that fill the same measure at once one value stays, and every other is kept', async () => {
  const one = await box();
  await send(readOf(one, OLD, { temperature: 1 }));
  const strokes = Array.from({ length: 8 }, (_, i) => i + 1);
  await Promise.all(
    strokes.map((stroke) =>
      ingestInTransaction(server.parts, [
        readOf(one, OLD, { stroke, [stroke % 2 ? 'pressure' : 'battery_voltage']: 3 }),
      ]),
    ),
  );
  const { measures, ledger, aside } = await stateOf(one);
  expect(measures).toMatchObject([{ temperature: 1, pressure: 3, battery_voltage: 3 }]);
  const stays = measures[0].stroke;
  const refused = aside.map((row: { conflict: { refused: number } }) => row.conflict.refused);
  expect([stays, ...refused].sort()).toEqual(strokes);
  expect(aside.every((row: { conflict: { stored: number } }) => row.conflict.stored === stays)).toBe(true);
  expect(ledger).toMatchObject({ received: 9, stored: 1, merged: 2, duplicates: 6, conflicts: 7 });
});
