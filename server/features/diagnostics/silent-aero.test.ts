import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { ingest, type Sent } from '../measures/testing.ts';
import { diagnosticsModule } from './index.ts';
import { diagnoseDue } from './worker.ts';

const server = await testServer({
  modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined })],
});
const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);

/** Measures of a free ram every half hour of the days before now, as Unix times. */
const measured = (fromDay: number, toDay: number): Sent[] =>
  Array.from({ length: (fromDay - toDay) * 48 }, (_, i) => {
    const at = NOW - fromDay * DAY + i * 1800;
    const temperature = 12 + 8 * Math.sin((at / DAY) * 2 * Math.PI);
    return {
      at,
      temperature,
      pressure: 100,
      stroke: Math.round(500 + 11.9 * (temperature - 12)),
      battery_voltage: 3.9,
      solar_voltage: 0,
      charge_current: 0,
    };
  });

it('an AERO that stopped nine days ago while its twin goes on is found, and no more once it measures again', async () => {
  const client = await server.createClient();
  const { api } = await server.createUser({ client: client.id });
  const model = { model_type: 2, regularized_length: 700, mechanical_tension: 1000 };
  const box = await server.createBox({ client: client.id, aeros: [model, model], latitude: 47 });
  await ingest(server, box.serial, 1, measured(30, 0));
  await ingest(server, box.serial, 2, measured(30, 9));
  const diagnosed = async () => {
    await sql`update measure_latest set received_at = now() - interval '1 minute'`.execute(server.db);
    while ((await diagnoseDue(server.db)) > 0);
    const { results } = (await api.get(`/diagnostics/?box=${box.id}&ordering=aero`)).body;
    return results.map((row: { faults: string[]; findings: { key: string; verdict: string }[] }) => [
      row.findings.find(({ key }) => key === 'silent')?.verdict,
      row.faults.includes('aero_silent'),
    ]);
  };
  expect(await diagnosed()).toEqual([
    ['good', false],
    ['bad', true],
  ]);
  // No event makes it due, but it is diagnosed once a day all the same.
  const computed = async () =>
    (
      await server.db
        .selectFrom('diagnostics')
        .select('computed_at')
        .where('aero_id', '=', box.aeroIds[1]!)
        .executeTakeFirstOrThrow()
    ).computed_at;
  const before = await computed();
  await diagnosed();
  expect(await computed()).toEqual(before);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await server.db.updateTable('diagnostics').set({ computed_at: yesterday, loaded_at: yesterday }).execute();
  await diagnosed();
  expect((await computed()).getTime()).toBeGreaterThan(yesterday.getTime());

  await ingest(server, box.serial, 2, measured(1, 0).slice(-2));
  await server.db.updateTable('diagnostics').set({ computed_at: yesterday, loaded_at: yesterday }).execute();
  expect(await diagnosed()).toEqual([
    ['good', false],
    ['good', false],
  ]);
});
