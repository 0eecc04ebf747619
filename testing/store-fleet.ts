/**
 * Fills a fleet by SQL in seconds: boxes with two AEROs each, with the rows that measures, diagnoses and
 * forecasts store for each.
 */
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { sql } from 'kysely';
import type { Db, Trx } from '../server/platform/database/db.ts';

const LINES = 40;
const STANDING = {
  level: 320,
  at: 12,
  slope: 10,
  levelError: 1,
  slopeError: 0.1,
  below: 8,
  above: 8,
  coldest: 2,
  warmest: 24,
};

export interface Fleet {
  readonly boxes: readonly number[];
  readonly aeros: readonly number[];
}

/**
 * Creates this many boxes of a client on 40 lines over France, none of them due: measured a minute ago,
 * diagnosed and forecast half a minute ago. A second call adds others, with a prefix of its own.
 */
export async function fillFleet(
  db: Db,
  count: number,
  { client, prefix = 'FLEET' }: { client: number; prefix?: string },
): Promise<Fleet> {
  await sql`
    insert into boxes (serial_number, name, client_id, desired, latitude, longitude, line, pole, kilometer_point, updated_at, last_send, last_contact)
    select ${prefix} || '-' || lpad(g::text, 6, '0'), 'Box ' || g, ${client}, ${JSON.stringify(DEFAULT_CONFIGURATION)}::jsonb,
      43 + (g * 7919 % 800000) / 1e5, -1 + (g * 104729 % 800000) / 1e5, (830000 + g % ${LINES}::int)::text, g % 900 || '/' || g % 37, (g % 90000) / 1e2,
      now() - interval '1 hour', now() - interval '1 minute', now() - interval '1 minute'
    from generate_series(1::bigint, ${count}::bigint) g`.execute(db);
  const { rows } = await sql<{ id: number; box: number }>`
    insert into aeros (box_id, position, serial_number, model_type, conductor_type, regularized_length, line, track_number,
      stroke_min_offset, stroke_max_offset, updated_at)
    select b.id, p, b.serial_number || '/' || p, 1, 'wire', 600, case when b.id % 2 = 0 then b.line else '' end, 'V' || p, 60, 60, now() - interval '1 hour'
    from boxes b, generate_series(1, 2) p where b.serial_number like ${`${prefix}-%`} order by b.id, p
    returning id, box_id as box`.execute(db);
  const aeros = rows.map(({ id }) => id);
  const ids = sql`unnest(${aeros}::int[]) as a`;
  await sql`insert into measure_latest (aero_id, time, received_at, stroke, temperature, pressure)
    select a, now() - interval '1 minute', now() - interval '1 minute', 300 + a % 100, 14.2, 105.5 from ${ids}`.execute(
    db,
  );
  await sql`insert into diagnostics (aero_id, day, verdict, findings, computed_at, loaded_at)
    select a, ((now() - interval '1 minute') at time zone 'UTC')::date, 'good', '[]', now() - interval '30 seconds', now() - interval '30 seconds' from ${ids}`.execute(
    db,
  );
  // The day after tomorrow has not ended in any time zone, whatever the hour of the run.
  await sql`insert into aero_standings (aero_id, computed_at, newest, standing, first_day, extremes, log_hours, forecast_at, forecast_day)
    select a, now() - interval '30 seconds', now() - interval '1 minute', ${JSON.stringify(STANDING)}::json, current_date, '', 16777215,
      now() - interval '30 seconds', current_date + 2 from ${ids}`.execute(db);
  await sql`analyze boxes, aeros, measure_latest, diagnostics, aero_standings`.execute(db);
  return { boxes: [...new Set(rows.map(({ box }) => box))], aeros };
}

/** An open alert of each of these AEROs, by a rule on temperature; returns their ids. */
export async function fillAlerts(
  db: Db,
  aeros: readonly number[],
  { client, supervisor }: { client: number; supervisor: number },
): Promise<number[]> {
  const condition = { metric: 'temperature', comparator: 'lt', value: -60, percent: 100, average: false };
  const of = JSON.stringify({ ...condition, period: { value: 1, unit: 'hours' }, actions: [] });
  const { rows } = await sql<{ id: number }>`
    insert into alerts (supervisor_id, supervisor_name, condition_id, condition, aero_id, box_id, client_id, opened_at, value, last_value, last_at)
    select s.id, s.name, 1, ${of}::jsonb, a.id, a.box_id, ${client}, now() - a.id % 500 * interval '1 minute', -61, -61, now()
    from supervisors s, aeros a where s.id = ${supervisor} and a.id = any(${aeros}::int[]) order by a.id
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Table rows that an operation reads, in a transaction of its own: a measure of its cost that does not depend
 * on the machine.
 */
export async function rowsRead(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const before = await readSoFar(trx);
    await work(trx);
    return (await readSoFar(trx)) - before;
  });
}

async function readSoFar(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as count from pg_stat_xact_user_tables`.execute(
    db,
  );
  return rows[0]!.count;
}
