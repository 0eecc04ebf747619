import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { forecastModule } from './index.ts';
import { peaksOf } from './store-peaks.ts';

const server = await testServer({
  modules: [(parts) => ({ ...forecastModule(parts), worker: () => () => undefined })],
});

type Chances = readonly (number | null)[];
/** A box of two AEROs with chances from today on: null for a day without one. */
async function setBox(own: Chances, other: Chances, reason: string | null = null) {
  const client = (await server.createClient()).id;
  const box = await server.createBox({ client, aeros: [{ model_type: 1 }, { model_type: 1 }] });
  for (const [i, chances] of [own, other].entries())
    await sql`insert into forecast_weeks (aero_id, issued_at, basis, first_day, chances, hot, coldest, warmest, peak, unavailable)
      values (${box.aeroIds[i]!}, now(), 'weather', (now() at time zone 'utc')::date, ${chances}::real[], 0,
        array_fill(5::real, array[7]), array_fill(15::real, array[7]), 1, ${i === 1 ? reason : null})`.execute(
      server.db,
    );
  return { client, box };
}
/** The chances and the reason of a box, as the API returns them. */
async function boxOf(...week: Parameters<typeof setBox>) {
  const { client, box } = await setBox(...week);
  const { body } = await server.admin.api.get(`/forecast/boxes/?client=${client}`);
  expect(body.box).toEqual([box.id]);
  return [body.chance[0].slice(0, 7), body.unavailable[0]];
}
const week = (first: number | null, rest: number | null) => [first, ...Array(6).fill(rest)];

it('has the largest chance of the AEROs of a box', async () => {
  expect(await boxOf(week(0.5, 0), week(0.1, 0.1))).toEqual([week(0.5, 0.1), null]);
});

it('is not calm while one AERO has no forecast: a chance is said where that of the other is one to act on', async () => {
  const none = week(null, null);
  expect(await boxOf(week(0.5, 0), none, 'seized')).toEqual([week(0.5, null), null]);
  expect(await boxOf(week(0.2, 0), none, 'seized')).toEqual([week(0.2, null), null]);
  expect(await boxOf(week(0.1, 0), none, 'seized')).toEqual([none, 'seized']);
});

it('tells of the AEROs with the largest chances where they are more than an answer holds, and counts the rest', async () => {
  const { client, box } = await setBox(week(0.1, 0.1), week(0.9, 0));
  const today = new Date().toISOString().slice(0, 10);
  const few = await peaksOf(server.db, system, { client: [client] }, today, 1);
  expect([few.peaks.aero, few.leftOut]).toEqual([[box.aeroIds[1]], 1]);
  const all = (await server.admin.api.get(`/forecast/peaks/?client=${client}`)).body;
  expect([all.aero.length, all.left_out]).toEqual([2, 0]);
});

it('is at risk from the threshold of its client on, each by its own', async () => {
  const careful = await setBox(week(0.15, 0), week(0.15, 0));
  const calm = await setBox(week(0.3, 0), week(null, null), 'seized');
  const set = (client: number, percent: number) =>
    server.db.updateTable('clients').set({ forecast_threshold: percent }).where('id', '=', client).execute();
  const weekOf = async (client: number) => {
    const { body } = await server.admin.api.get(`/forecast/week/?client=${client}`);
    return [body.at_risk_from, body.days[0].at_risk, body.days[0].worst.length];
  };
  expect(await weekOf(careful.client)).toEqual([0.2, 0, 0]);
  await set(careful.client, 10);
  expect(await weekOf(careful.client)).toEqual([0.1, 2, 2]);
  expect(await weekOf(calm.client)).toEqual([0.2, 1, 1]);
  await set(calm.client, 40);
  expect(await weekOf(calm.client)).toEqual([0.4, 0, 0]);
  // Asked about both, each AERO counts by the threshold of its own client.
  const both = `client=${careful.client},${calm.client}`;
  const { body } = await server.admin.api.get(`/forecast/week/?${both}`);
  expect([body.at_risk_from, body.days[0].at_risk]).toEqual([0.1, 2]);
  // 30 % is no chance to act on there, and the other AERO has none: calm is not known.
  const { body: boxes } = await server.admin.api.get(`/forecast/boxes/?client=${calm.client}`);
  expect(boxes.chance[0].slice(0, 7)).toEqual(week(null, null));
});

it('is of the own client alone', async () => {
  await setBox(week(0.5, 0.5), week(0.5, 0.5));
  const stranger = await server.createUser({ client: (await server.createClient()).id });
  const none = { issued_at: null, days: [], chance: [] };
  expect((await stranger.api.get('/forecast/peaks/')).body).toMatchObject({ ...none, aero: [] });
  expect((await stranger.api.get('/forecast/boxes/')).body).toMatchObject({ days: [], box: [], chance: [] });
});
