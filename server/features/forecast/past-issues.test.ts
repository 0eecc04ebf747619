import { DAY } from '@aerowatch/domain/durations';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { diagnosticsModule } from '../diagnostics/index.ts';
import { diagnoseDue } from '../diagnostics/worker.ts';
import { ingest } from '../measures/testing.ts';
import { weatherModule } from '../weather/index.ts';
import { forecastModule } from './index.ts';
import { forecastDue } from './issue/issue.ts';
import { csv, DAYS, soundMeasures, TODAY } from './testing.ts';

// Routes only, because the workers would interfere.
const server = await testServer({
  modules: [diagnosticsModule, forecastModule, weatherModule].map((make) => (parts) => ({
    ...make(parts),
    worker: () => () => undefined,
  })),
});

it('makes forecasts of days that are over from past issues, as they would have been, and scores them', async () => {
  const { db, admin } = server;
  const own = (await server.createClient()).id;
  const aero = {
    model_type: 2,
    regularized_length: 700,
    conductor_type: 'wire',
    stroke_min_offset: 100,
    stroke_max_offset: 290,
  };
  const there = await server.createBox({ client: own, aeros: [aero], latitude: 44, longitude: 2 });
  await ingest(server, there.serial, 1, soundMeasures());
  while ((await diagnoseDue(db)) > 0);
  const send = async (text: string) => {
    const form = new FormData();
    form.append('file', new File([text], 'w.csv'));
    expect((await admin.api.post('/weather/', form as never)).status).toBe(200);
  };
  await send(csv(TODAY - 14 * DAY, TODAY - DAYS * DAY, TODAY - 14 * DAY, '44,2'));
  // Issues that arrive after their days were scored are scored too.
  for (let ago = 14; ago >= 2; ago--) {
    await send(csv(TODAY - ago * DAY, TODAY - ago * DAY, TODAY + (8 - ago) * DAY, '44,2'));
    if (ago % 6 === 2) while ((await forecastDue(db, Date.now())) > 0);
  }
  const skill = async () => (await admin.api.get(`/forecast/skill/?client=${own}`)).body.results;
  const results = (await skill()).filter(({ basis }: { basis: string }) => basis === 'weather');
  expect(results.map(({ lead }: { lead: number }) => lead)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // The seven days after an issue, of those that are over: twelve at one day ahead, six at seven.
  expect(results[0].n).toBeGreaterThanOrEqual(20);
  expect(results[6].n).toBeLessThan(results[0].n);
  for (const { inside } of results) expect(inside).toBeGreaterThan(0.8);
  expect((await admin.api.get('/forecast/skill/?from=2026-12-01&to=2026-01-01')).body).toHaveProperty('from');
  // The current forecast starts today, and nothing is made twice.
  const { results: rows } = (await admin.api.get(`/forecast/?client=${own}&page_size=50`)).body;
  expect(new Set(rows.map(({ issued_at }: { issued_at: string }) => issued_at)).size).toBe(1);
  await db
    .updateTable('aero_standings')
    .set({ forecast_at: null })
    .where('aero_id', '=', there.aeroIds[0]!)
    .execute();
  await forecastDue(db, Date.now());
  expect(
    (await skill()).find(
      ({ lead, basis }: { lead: number; basis: string }) => lead === 1 && basis === 'weather',
    ).n,
  ).toBe(results[0].n);
});
