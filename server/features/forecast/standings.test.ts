import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { diagnosticsModule } from '../diagnostics/index.ts';
import { diagnoseDue } from '../diagnostics/worker.ts';
import { ingest, type Sent } from '../measures/testing.ts';
import { forecastModule } from './index.ts';
import { standings } from './store-standings.ts';

const server = await testServer({
  modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined }), forecastModule],
});
const client = (await server.createClient()).id;

const DAYS = 20;
const START = Math.floor(Date.now() / 86_400_000) * 86_400 - DAYS * 86_400;
const SLOPE = 0.96 * 17e-6 * 700 * 1000;

function measured(share: number): Sent[] {
  return Array.from({ length: Math.floor((Date.now() / 1000 - START) / 1800) }, (_, i) => {
    const temperature = 12 + 8 * Math.sin(((i / 2 - 9) / 24) * 2 * Math.PI) + 3 * Math.sin(i / 200);
    return {
      at: START + i * 1800,
      temperature: Math.round(temperature * 10) / 10,
      pressure: 100,
      stroke: Math.round(500 + share * SLOPE * (temperature - 12)),
      battery_voltage: 3.9,
      solar_voltage: 0,
      charge_current: 0,
    };
  });
}
const aero = {
  model_type: 2,
  regularized_length: 700,
  mechanical_tension: 1000,
  conductor_type: 'wire',
  line: '830000',
  stroke_max_offset: 100,
  stroke_min_offset: 100,
};

it('tells where each AERO would stand, from what its diagnosis saw, and why another has no number', async () => {
  const [moves, stands, silent] = await Promise.all(
    [1, 0, 1].map(() => server.createBox({ client, aeros: [aero], latitude: 47, longitude: 2 })),
  );
  await ingest(server, moves!.serial, 1, measured(1));
  await ingest(server, stands!.serial, 1, measured(0));
  while ((await diagnoseDue(server.db)) > 0);
  const { status, body } = await server.admin.api.get(`/aeros/at/?temperature=50&client=${client}`);
  expect(status).toBe(200);
  const of = (box: number) => body.results.find((one: { box: number }) => one.box === box);
  const row = of(moves!.id);
  expect(row.stroke.p50).toBeGreaterThan(900);
  expect(row.margin).toBeGreaterThan(0.5);
  expect(row.reaches.hot).toBeGreaterThan(40);
  expect(row.model.slope).toBeCloseTo(SLOPE, 0);
  expect(of(stands!.id)).toMatchObject({ stroke: null, model: null, unavailable: expect.any(String) });
  expect(of(silent!.id)).toMatchObject({ stroke: null, unavailable: 'no_data' });
  // Beyond this number only the count is given.
  expect([body.count, body.left_out]).toEqual([3, 0]);
  const few = await standings(server.db, system, { client: [client] }, 2);
  const [first, second] = [moves!.id, stands!.id, silent!.id].sort((a, b) => a - b);
  expect([few.rows.map((one) => one.box), few.count]).toEqual([[first, second], 3]);
  const line = async (name: string) =>
    (await server.admin.api.get(`/aeros/at/?temperature=-10.5&line=${name}&client=${client}`)).body.count;
  expect([await line('830000'), await line('none')]).toEqual([3, 0]);
  expect((await server.admin.api.get('/aeros/at/?temperature=warm')).status).toBe(400);
  expect((await server.admin.api.get('/aeros/at/')).status).toBe(400);
  const stranger = await server.createUser({ client: (await server.createClient()).id });
  expect((await stranger.api.get('/aeros/at/?temperature=41')).body.count).toBe(0);
  // The second pass of a day reuses what the first one stored.
  const kept = await server.db.selectFrom('aero_standings').selectAll().orderBy('aero_id').execute();
  expect(kept).toHaveLength(2);
  expect(kept[0]!.extremes.length).toBeGreaterThan(8 * (DAYS - 3));
});
