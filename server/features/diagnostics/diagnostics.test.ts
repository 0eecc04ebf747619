import { concernOf, FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { SERVED } from '@aerowatch/i18n/languages';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { rollUp } from '../measures/series/store-rollups.ts';
import { ingest, type Sent } from '../measures/testing.ts';
import { diagnoseBox } from './diagnose-box.ts';
import { diagnosticsModule } from './index.ts';
import { dueBoxes } from './store-due.ts';
import { dailyFigures, neighboursOf } from './store-neighbours.ts';
import { type DiagnoseOptions, diagnoseDue, type PutOff } from './worker.ts';

// Routes only, because the worker would diagnose in the background of the test.
const server = await testServer({
  modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined })],
});
const client = (await server.createClient()).id;

const DAYS = 40;
const START = Math.floor(Date.now() / 86_400_000) * 86_400 - DAYS * 86_400;
const SLOPE = 17e-6 * 700 * 1000;

/** Measures of a ram that follows its wire fully or in part, until now, whatever the hour of the run. */
function year(share: number): Sent[] {
  const length = Math.floor((Date.now() / 1000 - START) / 1800);
  return Array.from({ length }, (_, index) => {
    const hours = index / 2;
    const temperature =
      12 + 8 * Math.sin(((hours - 9) / 24) * 2 * Math.PI) + 4 * Math.sin((hours / 24 / 9) * 2 * Math.PI);
    return {
      at: START + index * 1800,
      temperature: Math.round(temperature * 10) / 10,
      pressure: 100,
      stroke: Math.round(500 + share * SLOPE * (temperature - 12)),
      battery_voltage: 3.9,
      solar_voltage: Math.max(0, Math.round(50 * Math.sin(((hours - 6) / 24) * 2 * Math.PI)) / 10),
      charge_current: 0,
    };
  });
}
const geometry = { model_type: 2, regularized_length: 700, mechanical_tension: 1000, conductor_type: 'wire' };

async function boxWith(share: number) {
  const box = await server.createBox({ client, aeros: [geometry], latitude: 47 });
  await ingest(server, box.serial, 1, year(share));
  return box;
}
const listed = async (query: string) => (await server.admin.api.get(`/diagnostics/?${query}`)).body;
type Row = { aero: number; findings: { key: string; value: number | null }[] };
const found = (row: Row, key: string) => row.findings.find((finding) => finding.key === key)?.value;

describe('diagnoses', () => {
  it('are computed once, listed worst first, and ordered by what was found', async () => {
    const healthy = await boxWith(1);
    const blocked = await boxWith(0.3);
    while ((await diagnoseDue(server.db)) > 0);
    expect(await diagnoseDue(server.db)).toBe(0);
    const { results, count } = await listed(`box=${healthy.id},${blocked.id}`);
    expect(count).toBe(2);
    const of = (aero: number | undefined) => results.find((row: Row) => row.aero === aero);
    expect(found(of(blocked.aeroIds[0]), 'health_ratio')).toBeCloseTo(0.3, 1);
    expect(found(of(healthy.aeroIds[0]), 'health_ratio')).toBeCloseTo(1, 1);
    expect(of(blocked.aeroIds[0]).verdict).toBe('bad');
    await server.db
      .updateTable('diagnostics')
      .set({ verdict: 'good' })
      .where('aero_id', '=', healthy.aeroIds[0] ?? 0)
      .execute();
    const worst = (await listed(`box=${healthy.id},${blocked.id}`)).results;
    expect(worst.map((row: Row) => row.aero)).toEqual([blocked.aeroIds[0], healthy.aeroIds[0]]);
    const ordered = await listed(`box=${healthy.id},${blocked.id}&ordering=-health_ratio`);
    expect(ordered.results.map((row: Row) => row.aero)).toEqual([healthy.aeroIds[0], blocked.aeroIds[0]]);
    // The fleet table can be ordered by every finding.
    for (const key of FINDING_KEYS) {
      const { results: by } = await listed(`box=${healthy.id},${blocked.id}&ordering=${key}`);
      const values = by.map((row: Row) => found(row, key)).filter((value: number | null) => value !== null);
      expect(by).toHaveLength(2);
      expect(values).toEqual(values.toSorted((a: number, b: number) => a - b));
    }
  });

  it('say in the reader’s words what is wrong, and are found by fault, verdict and when to act', async () => {
    const blocked = await boxWith(0.3);
    while ((await diagnoseDue(server.db)) > 0);
    const own = await server.createUser({ client, language: 'fr', unit_system: 'imperial' });
    const path = `/diagnostics/?box=${blocked.id}`;
    const { results } = (await own.api.get(path)).body;
    const [row] = results;
    expect(row).toMatchObject({ verdict: 'bad', aero: blocked.aeroIds[0] });
    expect(row.faults.length).toBeGreaterThan(0);
    const first = row.findings.find((one: { key: string }) => one.key === row.primary);
    expect(row.faults[0]).toBe(first.fault);
    const french = SERVED.fr.diagnostics;
    expect(first.text).toMatchObject({ name: french.fault[first.fault as 'seized'] });
    expect(first.text.act).toContain(french.act[first.act.code as 'wait']);
    // A finding keeps the day of its first report, however often it is reported again.
    expect(first.noticed).not.toBeNull();
    const last = year(0.3).at(-1)!;
    await ingest(server, blocked.serial, 1, [{ ...last, at: last.at + 90 }]);
    await server.db
      .updateTable('aeros')
      .set({ updated_at: new Date() })
      .where('box_id', '=', blocked.id)
      .execute();
    expect(await diagnoseDue(server.db)).toBe(1);
    const again = (await own.api.get(path)).body.results[0];
    const same = again.findings.find((one: { key: string }) => one.key === row.primary);
    expect([same.noticed, again.computed_at > row.computed_at]).toEqual([first.noticed, true]);
    const count = async (query: string) => (await own.api.get(`${path}&${query}`)).body.count;
    expect(await count(`fault=${row.faults.at(-1)}`)).toBe(1);
    expect(await count('fault=panel_shaded')).toBe(0);
    expect([await count('verdict=bad,watch'), await count('verdict=good')]).toEqual([1, 0]);
    for (const by of ['act_by', '-since', 'fault', 'confidence'])
      expect(await count(`ordering=${by}`)).toBe(1);
    expect((await own.api.get('/diagnostics/?fault=bent')).status).toBe(400);
  });

  it('keep a fault from before all measures until the baseline is reset', async () => {
    const box = await boxWith(1);
    const [aero] = box.aeroIds;
    while ((await diagnoseDue(server.db)) > 0);
    const since = (START - 50 * 86_400) * 1000;
    const change = (by: object) =>
      sql`update diagnostics set computed_at = now() - interval '2 days', day = day - 2, findings = (select jsonb_agg(
        case when f->>'key' = 'break' then f || ${JSON.stringify(by)}::jsonb else f end) from jsonb_array_elements(findings) f)
        where aero_id = ${aero}`.execute(server.db);
    await change({
      verdict: 'bad',
      value: 100,
      fault: 'slipped_wire',
      since,
      noticed: since,
      confidence: 0.9,
    });
    const broken = async () => {
      await sql`update measure_latest set received_at = now() - interval '1 minute' where aero_id = ${aero}`.execute(
        server.db,
      );
      expect(await diagnoseDue(server.db)).toBe(1);
      const [row] = (await listed(`box=${box.id}`)).results;
      return row.findings.find(({ key }: { key: string }) => key === 'break');
    };
    expect(await broken()).toMatchObject({
      verdict: 'bad',
      since: new Date(since).toISOString(),
      noticed: new Date(since).toISOString(),
      confidence: 0.9,
    });
    await change({});
    const at = new Date((START + 5 * 86_400) * 1000);
    const reset = { box_id: box.id, aero_id: aero, at, text: 'tensioned again', kind: 'baseline_reset' };
    await server.db.insertInto('notes').values(reset).execute();
    expect(await broken()).toMatchObject({ verdict: 'good', since: null });
  });

  it('are made of the others while those of one box fail, and of that one later', async () => {
    const [first, broken] = [await boxWith(1), await boxWith(1)];
    const putOff: PutOff = new Map();
    const said: object[] = [];
    let failedAt = 0;
    const options: DiagnoseOptions = {
      putOff,
      log: { error: (about: object) => void said.push(about) },
      ask: async ({ box, measures }) => {
        if (box.id === broken.id) {
          // It may run for long before it fails.
          await new Promise((resolve) => setTimeout(resolve, 20));
          failedAt = Date.now();
          throw new Error('out of memory');
        }
        return diagnoseBox({ box, measures, near: [] });
      },
    };
    expect(await diagnoseDue(server.db, options)).toBe(first.aeroIds.length);
    expect(said).toMatchObject([{ box: broken.id, failures: 1 }]);
    expect(putOff.get(broken.id)?.until).toBeGreaterThanOrEqual(failedAt + 60_000);
    // It is still due, but does not block the others.
    expect(await diagnoseDue(server.db, options)).toBe(0);
    putOff.set(broken.id, { failures: 1, until: 0 });
    await expect(diagnoseDue(server.db, options)).rejects.toThrow(`not diagnosed: box ${broken.id}`);
    // Its failure is logged once, by the loop that gets the error.
    expect(said).toHaveLength(1);
    expect(putOff.get(broken.id)?.failures).toBe(2);
    putOff.set(broken.id, { failures: 2, until: 0 });
    expect(await diagnoseDue(server.db, { putOff })).toBe(broken.aeroIds.length);
    expect(putOff.size).toBe(0);
  });

  it('say what cannot be evaluated, and come anew after a baseline reset and a change of the AERO', async () => {
    const box = await server.createBox({ client, aeros: [{ model_type: 0, regularized_length: null }] });
    const aero = box.aeroIds[0] ?? 0;
    await ingest(server, box.serial, 1, year(1));
    await diagnoseDue(server.db);
    const [row] = (await listed(`aero=${aero}`)).results;
    expect(row.findings[0]).toMatchObject({
      key: 'health_ratio',
      evaluable: false,
      reason: 'no_length',
      verdict: 'unknown',
    });
    const reset = { box_id: box.id, at: new Date(), text: 'new gas', kind: 'baseline_reset' };
    await server.db.insertInto('notes').values(reset).execute();
    expect(await diagnoseDue(server.db)).toBe(1);
    expect(
      (await listed(`aero=${aero}`)).results[0].findings.every(
        (one: { evaluable: boolean }) => !one.evaluable,
      ),
    ).toBe(true);
    await server.db
      .updateTable('aeros')
      .set({ regularized_length: 700, updated_at: new Date() })
      .where('id', '=', aero)
      .execute();
    expect(await diagnoseDue(server.db)).toBe(1);
  });

  it('begin anew only with what a replaced sensor measures: battery and panel keep their history', async () => {
    const box = await boxWith(0.3);
    const [aero = 0] = box.aeroIds;
    const findings = async () => {
      while ((await diagnoseDue(server.db)) > 0);
      return (await listed(`aero=${aero}`)).results[0].findings;
    };
    const supplyOf = (all: { key: (typeof FINDING_KEYS)[number]; evaluable: boolean; value: number }[]) =>
      all
        .filter(({ key, evaluable }) => evaluable && concernOf(key) === 'supply')
        .map(({ key, value }) => ({ key, value }));
    const before = await findings();
    expect(found({ aero, findings: before }, 'health_ratio')).toBeCloseTo(0.3, 1);
    expect(supplyOf(before).length).toBeGreaterThan(0);
    const reset = { box_id: box.id, aero_id: aero, at: new Date(), text: 'new', kind: 'baseline_reset' };
    await server.db
      .insertInto('notes')
      .values({ ...reset, metrics: ['stroke'] })
      .execute();
    const after = await findings();
    expect(found({ aero, findings: after }, 'health_ratio')).toBeNull();
    expect(supplyOf(after)).toEqual(supplyOf(before));
    // Without them everything begins anew, as ever.
    await server.db.insertInto('notes').values(reset).execute();
    expect(supplyOf(await findings())).toEqual([]);
  });

  it('come anew after a baseline reset in the middle of one', async () => {
    const box = await boxWith(1);
    let isReset = false;
    const resetOnceRead = server.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isReset && result.rows.some((row) => 'loadedAt' in row)) {
          isReset = true;
          await server.db
            .insertInto('notes')
            .values({ box_id: box.id, at: new Date(), text: 'regulated', kind: 'baseline_reset' })
            .execute();
        }
        return result;
      },
    });
    const isDue = async () => (await dueBoxes(server.db, 99)).some(({ id }) => id === box.id);
    expect(await diagnoseDue(resetOnceRead)).toBeGreaterThan(0);
    expect(await isDue()).toBe(true);
    while ((await diagnoseDue(server.db)) > 0);
    expect(await isDue()).toBe(false);
  });

  it('are made again when older measures came in after them, once these are in', async () => {
    const box = await server.createBox({ client, aeros: [geometry], latitude: 47 });
    const [aero = 0] = box.aeroIds;
    const all = year(1);
    const newest = all.length - 48 * 5;
    await ingest(server, box.serial, 1, all.slice(newest));
    while ((await rollUp(server.db)) > 0);
    await diagnoseDue(server.db);
    const of = async () => (await listed(`aero=${aero}`)).results[0];
    expect(found(await of(), 'health_ratio')).toBeNull();
    // A new measure of today requests no diagnosis, however often it is rolled up.
    const requested = () =>
      server.db.selectFrom('diagnostics_asked').selectAll().where('aero_id', '=', aero).execute();
    expect(await requested()).toHaveLength(0);
    const last = all.at(-1)!;
    await ingest(server, box.serial, 1, [{ ...last, at: last.at + 60 }]);
    while ((await rollUp(server.db)) > 0);
    expect(await requested()).toHaveLength(0);
    // The backlog is newest first; measures from the seconds around the diagnosis may already be included.
    await server.db
      .updateTable('diagnostics')
      .set({ loaded_at: new Date(Date.now() - 20_000) })
      .where('aero_id', '=', aero)
      .execute();
    await server.db
      .updateTable('aeros')
      .set({ updated_at: new Date(Date.now() - 30_000) })
      .where('id', '=', aero)
      .execute();
    const middle = Math.floor(newest / 2);
    await ingest(server, box.serial, 1, all.slice(middle, newest));
    while ((await rollUp(server.db)) > 0);
    expect(await requested()).toHaveLength(1);
    await ingest(server, box.serial, 1, all.slice(0, middle));
    while ((await rollUp(server.db)) > 0);
    expect(await diagnoseDue(server.db)).toBe(0);
    const before = (await of()).computed_at;
    await server.db
      .updateTable('diagnostics_asked')
      .set({ last_at: new Date(Date.now() - 61_000) })
      .where('aero_id', '=', aero)
      .execute();
    expect(await diagnoseDue(server.db)).toBe(1);
    expect(await requested()).toHaveLength(0);
    const after = await of();
    expect(found(after, 'health_ratio')).toBeCloseTo(1, 1);
    expect(after.computed_at > before).toBe(true);
  });

  it('know the twin and what the nearest boxes of the same client measured', async () => {
    const place = { latitude: 44.5, longitude: 1.4 };
    const pair = [geometry, { ...geometry, position: 2 as const }];
    const box = await server.createBox({ client, aeros: pair, ...place });
    const near = await server.createBox({ client, aeros: [geometry], latitude: 44.6, longitude: 1.5 });
    await server.createBox({ client, aeros: [geometry], latitude: 45.2, longitude: 1.4 });
    await server.createBox({ client, aeros: [geometry], latitude: 44.5, longitude: 1.9 });
    await server.createBox({ client: (await server.createClient()).id, aeros: [geometry], ...place });
    expect(await neighboursOf(server.db, [box.id])).toEqual(new Map([[box.id, near.aeroIds]]));

    await ingest(server, near.serial, 1, year(1).slice(-96));
    while ((await rollUp(server.db)) > 0);
    const figures = (await dailyFigures(server.db, near.aeroIds, '2020-01-01', '2099-01-01')).get(
      near.aeroIds[0] ?? 0,
    );
    expect(figures?.day.length).toBeGreaterThanOrEqual(2);
    expect(figures?.battery_min).toEqual(figures?.battery_min.map(() => 3.9));
    const [whole] = (figures?.temperature_mean ?? []).slice(-2);
    expect(whole).toBeGreaterThan(0);
    expect(figures?.temperature_max.at(-2)).toBeGreaterThan(whole ?? 99);

    for (const at of [1, 2] as const) await ingest(server, box.serial, at, year(1).slice(-48));
    const [due] = (await dueBoxes(server.db, 99)).filter(({ id }) => id === box.id);
    expect(due?.aeros.map(({ id, position, due }) => [id, position, due])).toEqual([
      [box.aeroIds[0], 1, true],
      [box.aeroIds[1], 2, true],
    ]);
    while ((await diagnoseDue(server.db)) > 0);
    expect((await listed(`box=${box.id}`)).count).toBe(2);
  });

  it('are seen by the client they belong to alone', async () => {
    const stranger = await server.createUser({ client: (await server.createClient()).id });
    expect((await stranger.api.get('/diagnostics/')).body).toMatchObject({ count: 0, results: [] });
    const own = await server.createUser({ client });
    expect((await own.api.get('/diagnostics/?ordering=stop_hot')).body.count).toBeGreaterThan(0);
  });
});
