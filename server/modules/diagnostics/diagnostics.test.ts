import { FINDING_KEYS } from '@aerowatch/domain/diagnostics/finding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingest, type Sent } from '../../measures/testing.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { diagnosticsModule } from './index.ts';
import { diagnoseDue } from './worker.ts';

let server: TestServer;
let client: number;
beforeAll(async () => {
  // The worker would diagnose behind the test's back: its routes only.
  server = await startTestServer({
    modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined })],
  });
  client = (await server.createClient()).id;
});
afterAll(() => server.stop());

const DAYS = 40;
const START = Math.floor(Date.now() / 86_400_000) * 86_400 - DAYS * 86_400;
const SLOPE = 17e-6 * 700 * 1000;

/** Measures of a ram that follows its wire, or does so to a share only: until now, whatever the hour of the run. */
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
    await server.db
      .updateTable('diagnostics')
      .set({ verdict: 'good' })
      .where('aero_id', '=', healthy.aeroIds[0] ?? 0)
      .execute();
    const worst = (await listed(`box=${healthy.id},${blocked.id}`)).results;
    expect(worst.map((row: Row) => row.aero)).toEqual([blocked.aeroIds[0], healthy.aeroIds[0]]);
    const ordered = await listed(`box=${healthy.id},${blocked.id}&ordering=-health_ratio`);
    expect(ordered.results.map((row: Row) => row.aero)).toEqual([healthy.aeroIds[0], blocked.aeroIds[0]]);
    // Every finding of the fleet table orders it.
    for (const key of FINDING_KEYS) {
      const { results: by } = await listed(`box=${healthy.id},${blocked.id}&ordering=${key}`);
      const values = by.map((row: Row) => found(row, key)).filter((value: number | null) => value !== null);
      expect(by).toHaveLength(2);
      expect(values).toEqual(values.toSorted((a: number, b: number) => a - b));
    }
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

  it('are seen by the client they belong to alone', async () => {
    const stranger = await server.createUser({ client: (await server.createClient()).id });
    expect((await stranger.api.get('/diagnostics/')).body).toMatchObject({ count: 0, results: [] });
    const own = await server.createUser({ client });
    expect((await own.api.get('/diagnostics/?ordering=stop_hot')).body.count).toBeGreaterThan(0);
  });
});
