/** AEROs to forecast are found by index: as many as a reading of all finds, with a cost that does not grow. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillFleet, rowsRead } from '../../../testing/store-fleet.ts';
import { testServer } from '../../../testing/test-server.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { dueAeros, markForecast } from './issue/store-due.ts';

const { db, createClient } = await testServer({ modules: [] });
const client = (await createClient()).id;

/** Reads every AERO: what is due, by the facts alone. */
async function dueByFacts(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with news as (select max(created_at) as at from weather_points where updated_at > '-infinity')
    select s.aero_id as id from aero_standings s join aeros a on a.id = s.aero_id join boxes b on b.id = a.box_id
      left join weather_points p on p.id = s.point_id cross join news
    where s.forecast_at is null or s.computed_at > s.forecast_at or a.updated_at > s.forecast_at or b.updated_at > s.forecast_at
      or p.updated_at > s.forecast_at or news.at > s.forecast_at
      or s.forecast_day < ((now() at time zone 'UTC') + make_interval(hours => coalesce(round(b.longitude / 15)::int, 0)))::date
    order by s.aero_id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Numbers from 0 up to below `count`, the same in every run. */
function chance(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

it('finds in any history what a reading of all AEROs finds', async () => {
  const { boxes, aeros } = await fillFleet(db, 12, { client, prefix: 'KEPT' });
  await sql`insert into weather_points (latitude, longitude, source, created_at, updated_at)
    select 45, g, 'service', now() - interval '1 day', now() - interval '1 day' from generate_series(1, 3) g`.execute(
    db,
  );
  const points = (await db.selectFrom('weather_points').select('id').execute()).map(({ id }) => id);
  const random = chance(32);
  const one = (of: readonly number[]) => of[random(of.length)]!;
  const happens = [
    () =>
      sql`update aeros set updated_at = clock_timestamp(), line = ${`L${random(3)}`} where id = ${one(aeros)}`,
    () =>
      sql`update boxes set updated_at = clock_timestamp(), longitude = ${random(360) - 180} where id = ${one(boxes)}`,
    () => sql`update aero_standings set computed_at = clock_timestamp() where aero_id = ${one(aeros)}`,
    () => sql`update weather_points set updated_at = clock_timestamp() where id = ${one(points)}`,
    () => sql`insert into weather_points (latitude, longitude, source, updated_at, created_at)
      values (46, ${random(1e9) / 1e7}, 'service', ${random(2) ? '-infinity' : 'now'}::timestamptz, clock_timestamp())`,
    () => sql`update aero_standings set forecast_at = null where aero_id = ${one(aeros)}`,
  ];
  const seen = new Set<number>();
  for (let turn = 0; turn < 250; turn++) {
    // Often nothing, so that what waits is forecast; new points come seldom, since all AEROs are due then.
    const event = happens[random(turn % 9 === 0 ? happens.length : 4)]!;
    for (let count = random(3); count > 0; count--) await event().execute(db);
    const limit = random(3) === 0 ? 1 + random(6) : 1000;
    await transaction(db, async (trx) => {
      const facts = await dueByFacts(trx);
      seen.add(facts.length);
      const due = (await dueAeros(trx, limit)).map(({ id }) => id);
      if (limit === 1000) expect(due, `turn ${turn}`).toEqual(facts);
      else expect(facts).toEqual(expect.arrayContaining(due));
      if (facts.length > 0) expect(due.length).toBeGreaterThan(0);
      await markForecast(
        trx,
        due.map((id) => ({
          id,
          today: day(random(4) - 1),
          point: one(points),
          factors: null,
          replayed: null,
        })),
      );
    });
  }
  expect(seen.size).toBeGreaterThan(8);
});

it('reads as many rows in a fleet of 12,000 boxes as of 2,000', async () => {
  const read = async () => {
    await transaction(db, (trx) => dueAeros(trx, 5000));
    return rowsRead(db, (trx) => dueAeros(trx, 250));
  };
  await fillFleet(db, 2000, { client, prefix: 'FEW' });
  const small = await read();
  await fillFleet(db, 10_000, { client, prefix: 'MANY' });
  expect(await read()).toBeLessThanOrEqual(small * 1.2 + 20);
});
