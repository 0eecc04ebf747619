/**
 * What a day leaves in a fleet of `fillFleet`, by SQL: a few boxes late or silent, findings, orders, chances of
 * the week ahead, measures of a week. Shares do not depend on the size.
 */
import { sql } from 'kysely';
import type { Db } from '../server/platform/database/db.ts';
import type { Fleet } from './store-fleet.ts';

/** Days of measures that are counted. */
const COUNTED = 7;

/**
 * Of 100 boxes two are late and one is silent, of 100 AEROs two have a finding, one is unsatisfactory, one has an
 * open order, and some two reach a margin within the week.
 */
export async function fillDay(db: Db, { boxes, aeros }: Fleet, client: number): Promise<void> {
  const own = sql`unnest(${[...boxes]}::int[]) as b (id)`;
  const each = sql`unnest(${[...aeros]}::int[]) as a (id)`;
  await sql`update boxes set last_send = now() - case when id % 100 = 1 then interval '9 days' when id % 100 in (2, 3) then interval '30 hours' else id % 50 * interval '1 minute' end
    where id = any(${[...boxes]}::int[])`.execute(db);
  await sql`update boxes set aero1_send = last_send, aero2_send = last_send where id = any(${[...boxes]}::int[])`.execute(
    db,
  );
  await sql`update aeros set sami = 'unsatisfactory', sami_since = now() - interval '3 days' where id = any(${[...aeros]}::int[]) and id % 100 = 7`.execute(
    db,
  );
  const finding = { key: 'health_ratio', verdict: 'bad', value: 0.4, fault: 'seized', noticed: Date.now() };
  await sql`update diagnostics set verdict = case when aero_id % 100 = 11 then 'bad' else 'watch' end, findings = ${JSON.stringify([finding])}::jsonb, primary_finding = 'health_ratio',
      faults = array['seized'], fault = 'seized', since = now() - interval '2 days', confidence = 0.8, act = 'free_ram', act_by = now() + interval '5 days'
    where aero_id = any(${[...aeros]}::int[]) and aero_id % 100 in (11, 12)`.execute(db);
  await sql`insert into work_orders (client_id, box_id, aero_id, kind, source, state, due_on)
    select ${client}, o.box_id, o.id, 'seized', 'diagnosis', 'open', current_date + o.id % 7 - 3 from ${each} join aeros o on o.id = a.id where a.id % 100 = 11`.execute(
    db,
  );
  await sql`insert into forecast_weeks (aero_id, issued_at, basis, first_day, chances, hot, coldest, warmest, peak)
    select id, now(), 'weather', current_date, chances, 127, array_fill(2.0::real, array[7]), array_fill(24.0::real, array[7]),
      (select n from unnest(chances) with ordinality as c (chance, n) order by chance desc, n limit 1)
    from (select a.id, array(select round(power((a.id * 7919::bigint + d * 104729) % 1000 / 1000.0, 200), 4)::real from generate_series(1, 7) d order by d) as chances from ${each}) w`.execute(
    db,
  );
  await sql`insert into box_ledgers (box_id, messages, stored) select b.id, 5000, 50000 + b.id % 1000 from ${own}
    on conflict (box_id) do update set stored = excluded.stored`.execute(db);
  await sql`insert into box_day_counts (day, box_id, count) select current_date - d, b.id, 288 from ${own}, generate_series(0, ${COUNTED - 1}::int) d`.execute(
    db,
  );
  await sql`analyze boxes, aeros, diagnostics, work_orders, forecast_weeks, box_ledgers, box_day_counts`.execute(
    db,
  );
}
