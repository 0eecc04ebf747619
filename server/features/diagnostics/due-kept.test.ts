/** Boxes to diagnose are found by index: as many as a reading of all finds, with a cost that does not grow. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillFleet, rowsRead } from '../../../testing/store-fleet.ts';
import { testServer } from '../../../testing/test-server.ts';
import { transaction } from '../../platform/database/db.ts';
import { dueBoxes } from './store-due.ts';
import { followChanges } from './store-kept-due.ts';

const { db, createClient } = await testServer({ modules: [] });
const client = (await createClient()).id;

/** Reads every AERO: what is due, by the facts alone. */
async function dueByFacts(): Promise<{ box: number; aeros: number[] }[]> {
  const { rows } = await sql<{ box: number; aeros: number[] }>`
    with resets as materialized (
      select box_id, aero_id, max(at) as at, max(created_at) as created_at from notes where kind = 'baseline_reset' group by 1, 2),
    states as materialized (
      select aeros.id, aeros.box_id, (
        (d.aero_id is null and (latest.received_at < now() - interval '20 seconds' or latest.time > now() - interval '1 day'))
        or (d.day < (latest.time at time zone 'UTC')::date and d.computed_at < now() - interval '1 hour'
          and (latest.received_at < now() - interval '30 seconds' or d.computed_at < now() - interval '25 hours'))
        or (aeros.model_type <> 0 and d.computed_at < now() - interval '1 day'
          and max(latest.time) over (partition by aeros.box_id) > latest.time + interval '1 day')
        or (d.repair->>'state' = 'verifying' and latest.received_at > d.computed_at and d.computed_at < now() - interval '2 hours')
        or coalesce(d.loaded_at, d.computed_at) < reset.created_at or coalesce(d.loaded_at, d.computed_at) < aeros.updated_at
        or asked.last_at < now() - interval '1 minute' or asked.first_at < now() - interval '10 minutes') is true as due
      from aeros join measure_latest latest on latest.aero_id = aeros.id
      left join diagnostics d on d.aero_id = aeros.id
      left join diagnostics_asked asked on asked.aero_id = aeros.id
      left join lateral (select max(r.at) as at, max(r.created_at) as created_at from resets r
        where r.box_id = aeros.box_id and (r.aero_id is null or r.aero_id = aeros.id)) reset on true)
    select box_id as box, array_agg(id order by id) filter (where due) as aeros from states
    group by box_id having bool_or(due) order by box_id`.execute(db);
  return rows;
}

/** Numbers from 0 up to below `count`, the same in every run. */
function chance(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/**
 * Lets time pass: everything moves into the past, and nothing is noticed as a change. Measures keep their day
 * unless whole days pass.
 */
async function pass(minutes: number): Promise<void> {
  await followChanges(db);
  const by = sql`make_interval(mins => ${minutes})`;
  const days = sql`${minutes % 1440 === 0 ? minutes / 1440 : 0}::int`;
  await transaction(db, async (trx) => {
    await sql`update diagnostics set day = day - ${days}, computed_at = computed_at - ${by}, loaded_at = loaded_at - ${by}`.execute(
      trx,
    );
    await sql`update measure_latest set time = time - make_interval(days => ${days}), received_at = received_at - ${by}`.execute(
      trx,
    );
    await sql`update diagnostics_asked set first_at = first_at - ${by}, last_at = last_at - ${by}`.execute(
      trx,
    );
    await sql`update notes set created_at = created_at - ${by}`.execute(trx);
    await sql`update aeros set updated_at = updated_at - ${by}`.execute(trx);
    await sql`update diagnoses_due set at = at - ${by}`.execute(trx);
    await sql`delete from diagnosis_changes`.execute(trx);
  });
}

it('finds in any history what a reading of all AEROs finds', async () => {
  const { aeros } = await fillFleet(db, 12, { client, prefix: 'KEPT' });
  const random = chance(31);
  const one = (of: readonly number[]) => of[random(of.length)]!;
  const measured = (aero: number, back: number) => sql`
    insert into measure_latest (aero_id, time, received_at) values (${aero}, now() - make_interval(mins => ${back}), now())
    on conflict (aero_id) do update set time = excluded.time, received_at = excluded.received_at where excluded.time > measure_latest.time`;
  const diagnosed = (aero: number) => sql`
    with unasked as (delete from diagnostics_asked where aero_id = ${aero})
    insert into diagnostics (aero_id, day, verdict, findings, computed_at, loaded_at, repair)
    select aero_id, (time at time zone 'UTC')::date, 'ok', '[]', clock_timestamp(), now(), ${random(4) === 0 ? '{"state":"verifying"}' : null}::jsonb
    from measure_latest where aero_id = ${aero}
    on conflict (aero_id) do update set day = excluded.day, computed_at = excluded.computed_at, loaded_at = excluded.loaded_at, repair = excluded.repair`;
  const happens = [
    () => measured(one(aeros), 0),
    () => measured(one(aeros), random(3000)),
    () => measured(one(aeros), random(100)),
    () => diagnosed(one(aeros)),
    () => diagnosed(one(aeros)),
    () =>
      sql`insert into diagnostics_asked (aero_id) values (${one(aeros)}) on conflict (aero_id) do update set last_at = now()`,
    () => sql`insert into notes (box_id, aero_id, at, text, kind)
      select box_id, ${random(2) ? sql`id` : sql`null`}, now(), 'again', ${random(3) ? 'baseline_reset' : 'note'} from aeros where id = ${one(aeros)}`,
    () => sql`delete from notes where id = (select max(id) from notes)`,
    () =>
      sql`update aeros set updated_at = clock_timestamp(), model_type = ${random(3)} where id = ${one(aeros)}`,
    () => sql`delete from measure_latest where aero_id = ${one(aeros)}`,
  ];
  const seen = new Set<number>();
  for (let turn = 0; turn < 250; turn++) {
    for (let count = random(4); count > 0; count--) await happens[random(happens.length)]!().execute(db);
    if (random(4) === 0) await pass([1, 10, 70, 600, 1440][random(5)]!);
    const facts = await dueByFacts();
    seen.add(facts.length);
    const few = (await dueBoxes(db, 2)).map(({ id }) => id);
    expect(few).toHaveLength(Math.min(2, facts.length));
    const due = (await dueBoxes(db, 1000)).map(({ id, aeros: of }) => ({
      box: id,
      aeros: of
        .filter((aero) => aero.due)
        .map((aero) => aero.id)
        .sort((a, b) => a - b),
    }));
    expect(
      due.sort((a, b) => a.box - b.box),
      `turn ${turn}`,
    ).toEqual(facts);
    const ready = facts.flatMap((box) => box.aeros);
    for (const aero of ready.slice(0, random(ready.length + 1))) await diagnosed(aero).execute(db);
  }
  expect(seen.size).toBeGreaterThan(5);
});

it('reads as many rows in a fleet of 12,000 boxes as of 2,000', async () => {
  const read = async () => {
    await dueBoxes(db, 25);
    return rowsRead(db, (trx) => dueBoxes(trx, 25));
  };
  await fillFleet(db, 2000, { client, prefix: 'FEW' });
  const small = await read();
  await fillFleet(db, 10_000, { client, prefix: 'MANY' });
  expect(await read()).toBeLessThanOrEqual(small * 1.2 + 20);
});
