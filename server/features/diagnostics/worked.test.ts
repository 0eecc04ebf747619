import { DAY } from '@aerowatch/domain/durations';
import { NO_DETAILS } from '@aerowatch/domain/faults/finding';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { ingest } from '../measures/testing.ts';
import { diagnosticsModule } from './index.ts';
import { dueBoxes } from './store-due.ts';
import { diagnoseDue } from './worker.ts';

// Routes only, because the worker would diagnose in the background of the test.
const server = await testServer({
  modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined })],
});
const client = (await server.createClient()).id;
const since = Math.floor(Date.now() / DAY - 20) * DAY;
const finding = {
  ...NO_DETAILS,
  key: 'stroke_sensor_step',
  value: 30,
  unit: 'mm',
  verdict: 'watch',
  evaluable: true,
  reason: null,
  details: {},
  fault: 'stroke_sensor_step',
  since,
  candidates: [{ cause: 'work_done', tell: 'ask_who_worked' }],
};

/** An AERO whose stroke reading stepped twenty days ago. */
async function stepped() {
  const box = await server.createBox({ client, aeros: [{ model_type: 2, regularized_length: 700 }] });
  const at = Math.floor(Date.now() / 1000) - 3600;
  await ingest(server, box.serial, 1, [
    {
      at,
      temperature: 12,
      pressure: 100,
      stroke: 500,
      battery_voltage: 3.9,
      solar_voltage: 0,
      charge_current: 0,
    },
  ]);
  while ((await diagnoseDue(server.db)) > 0);
  const aero = box.aeroIds[0]!;
  await sql`update diagnostics set verdict = 'watch', findings = ${JSON.stringify([finding])}::jsonb where aero_id = ${aero}`.execute(
    server.db,
  );
  return { box, aero };
}
const asked = async (aero: number) =>
  (await server.admin.api.get(`/diagnostics/?aero=${aero}`)).body.results[0].findings[0].worked_at;
const at = new Date(since).toISOString();
const answer = async (aero: number, worked: boolean, when = at) => {
  const member = await server.createUser({ level: 'member', client });
  return member.api.post(`/diagnostics/${aero}/worked/`, { at: when, worked });
};

it('asks about a step, and a yes is a new baseline from it on', async () => {
  const { box, aero } = await stepped();
  expect(await asked(aero)).toBe(at);
  const { status, body } = await answer(aero, true);
  expect(status).toBe(200);
  expect(body).toMatchObject({ box: box.id, aero, at, kind: 'baseline_reset' });
  expect(body.text).toMatch(/^Work on .* confirmed/);
  expect(await asked(aero)).toBeNull();
  const due = await dueBoxes(server.db, 50);
  expect(due.find(({ id }) => id === box.id)?.aeros[0]).toMatchObject({ baseline: since });
  expect((await answer(aero, true)).status).toBe(409);
});

it('keeps the finding after a no, and does not ask again', async () => {
  const { aero } = await stepped();
  const { body } = await answer(aero, false);
  expect(body).toMatchObject({ aero, at, kind: 'note' });
  expect(await asked(aero)).toBeNull();
  const { results } = (await server.admin.api.get(`/diagnostics/?aero=${aero}`)).body;
  expect(results[0].findings[0]).toMatchObject({ key: 'stroke_sensor_step', verdict: 'watch' });
  expect((await answer(aero, false)).status).toBe(409);
});

it('hears no answer about another moment, and none of foreign AEROs', async () => {
  const { aero } = await stepped();
  expect((await answer(aero, true, new Date(since - 9 * DAY).toISOString())).status).toBe(409);
  const other = (await server.createClient()).id;
  const foreign = await server.createUser({ level: 'member', client: other });
  expect((await foreign.api.post(`/diagnostics/${aero}/worked/`, { at, worked: true })).status).toBe(404);
});
