import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { forecastModule } from './index.ts';

const server = await testServer({
  modules: [(parts) => ({ ...forecastModule(parts), worker: () => () => undefined })],
});

/** Scores of a day: squared errors beside those of climate, and how often a margin was reached. */
async function score(client: number, basis: string, brier: number, reached: number): Promise<void> {
  const bins = (last: number) => [...Array(9).fill(0), last];
  await sql`insert into forecast_scores
      (client_id, day, basis, lead, n, inside, width, judged, brier, reference, bin_n, bin_chance, bin_hits)
    values (${client}, (now() at time zone 'utc')::date - 1, ${basis}, 1, 400, 360, 4000, 400, ${brier}, 40,
      ${bins(400)}::int[], ${bins(200)}::float8[], ${bins(reached)}::int[])`.execute(server.db);
}

it('names the clients at which chances were better than climate, each by basis, to those who may see them', async () => {
  const [own, other] = [(await server.createClient()).id, (await server.createClient()).id];
  await score(own, 'weather', 20, 60);
  await score(own, 'climate', 45, 60);
  // Better than climate, but with too few margins reached to prove it.
  await score(other, 'weather', 20, 40);
  const proven = async (path: string) => (await server.admin.api.get(path)).body.proven;
  expect(await proven(`/forecast/skill/?client=${own}`)).toEqual([{ client: own, basis: 'weather' }]);
  expect(await proven(`/forecast/skill/?client=${other}`)).toEqual([]);
  const stranger = await server.createUser({ level: 'member', client: other });
  expect((await server.api(stranger.token).get('/forecast/skill/')).body.proven).toEqual([]);
});
