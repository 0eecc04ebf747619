import { DAY, HOUR } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { diagnosticsModule } from '../diagnostics/index.ts';
import { diagnoseDue } from '../diagnostics/worker.ts';
import { forecastModule } from '../forecast/index.ts';
import { forecastDue } from '../forecast/issue/issue.ts';
import { csv, DAYS, soundMeasures, TODAY } from '../forecast/testing.ts';
import { ingest } from '../measures/testing.ts';
import { checkWeather } from './check.ts';
import { weatherModule } from './index.ts';
import { takeText } from './take.ts';

// Routes only, because the workers would interfere.
const server = await testServer({
  modules: [diagnosticsModule, forecastModule, weatherModule].map((make) => (parts) => ({
    ...make(parts),
    worker: () => () => undefined,
  })),
});
const client = (await server.createClient()).id;
const aero = { model_type: 2, regularized_length: 700, conductor_type: 'wire', line: 'L1' };
const box = await server.createBox({ client, aeros: [aero, aero], latitude: 47, longitude: 2 });
await ingest(server, box.serial, 1, soundMeasures());
await ingest(server, box.serial, 2, soundMeasures());
while ((await diagnoseDue(server.db)) > 0);

/** An issue a day, of eight days, warmer than the air by `off`. */
async function issues(from: number, to: number, off: (issued: number) => number): Promise<void> {
  for (let issued = from; issued <= to; issued += DAY)
    await takeText(
      server.db,
      { source: 'api', name: 'test' },
      csv(issued, issued, issued + 8 * DAY, '47.1,2.1', off(issued)),
      Date.now(),
    );
}
async function check(): Promise<void> {
  await sql`update weather_points set checked_at = null`.execute(server.db);
  while ((await checkWeather(server.db, Date.now())) > 0);
}
const weather = async () => (await server.admin.api.get('/weather/')).body;
const bases = async () => {
  await sql`update aero_standings set forecast_at = null`.execute(server.db);
  while ((await forecastDue(server.db, Date.now())) > 0);
  const { results } = (await server.admin.api.get(`/forecast/?aero=${box.aeroIds[0]}&page_size=50`)).body;
  return new Set(results.map(({ basis }: { basis: string }) => basis));
};

it('leaves sound weather alone, though its point is always 3 °C off', async () => {
  await issues(TODAY - (DAYS - 2) * DAY, TODAY - 5 * DAY, () => 3);
  await check();
  expect(await weather()).toMatchObject({ wrong: null, episodes: [] });
});

it('says when it is 4 °C warmer, leaves it out of forecasts, and says so to whom it concerns', async () => {
  await issues(TODAY - 4 * DAY, TODAY, () => 7);
  await check();
  const found = (await weather()).wrong;
  expect(found).toMatchObject({ places: 1 });
  expect(found.off).toBeGreaterThan(3);
  expect(found.off).toBeLessThan(5);
  // Found with several such nights at once, it is left out at the next check.
  await check();
  expect((await weather()).wrong).toMatchObject({ places: 1, left_out: 1 });
  expect((await weather()).episodes).toMatchObject([
    { latitude: 47.1, longitude: 2.1, until: null, left_out: true },
  ]);
  expect(await bases()).toEqual(new Set(['climate']));
  const reader = await server.createUser({ level: 'observer', client });
  const seen = (await reader.api.get('/weather/')).body;
  expect(seen).toMatchObject({ wrong: { places: 1 }, episodes: [] });
});

it('uses it again after two sound nights', async () => {
  // Newer issues with the last days as they were.
  const at = Date.now() - HOUR;
  await takeText(
    server.db,
    { source: 'api', name: 'test' },
    csv(at, TODAY - 3 * DAY, TODAY + 8 * DAY, '47.1,2.1', 3),
    Date.now(),
  );
  await check();
  const { wrong, episodes } = await weather();
  expect(wrong).toBeNull();
  expect(episodes).toMatchObject([{ left_out: true }]);
  expect(episodes[0].until).not.toBeNull();
  expect(await bases()).toEqual(new Set(['weather']));
});

it('leaves out gross errors, as of degrees Fahrenheit, after one night', async () => {
  const at = Date.now() - HOUR / 2;
  await takeText(
    server.db,
    { source: 'api', name: 'test' },
    csv(at, TODAY - 2 * DAY, TODAY + 2 * DAY, '47.1,2.1', 20),
    Date.now(),
  );
  await check();
  expect((await weather()).wrong).toMatchObject({ places: 1, left_out: 1 });
});
