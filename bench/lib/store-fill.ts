/**
 * Fills tables by SQL, so that a bench of reads need not wait for ingest. Every row is a function of its
 * numbers.
 */
import { createHash } from 'node:crypto';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { rollUp } from '@aerowatch/server/features/measures/series/store-rollups';
import type { Db } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';

/** The password of every box of a bench. */
export const SECRET = 'a secret that every box of a bench shares';

export interface FilledBox {
  readonly id: number;
  readonly serial: string;
  readonly aeros: readonly [number, number];
}

/** Boxes with two AEROs each, spread over France, 40 lines and the given client. */
export async function fillBoxes(
  db: Db,
  count: number,
  { client = null, prefix = 'BENCH' }: { client?: number | null; prefix?: string } = {},
): Promise<FilledBox[]> {
  const hash = createHash('sha256').update(SECRET).digest();
  await sql`
    insert into boxes (serial_number, name, client_id, secret_hash, desired, latitude, longitude, line, pole, kilometer_point, last_send, last_contact)
    select ${prefix} || '-' || lpad(g::text, 6, '0'), 'Box ' || g, ${client}, ${hash}, ${JSON.stringify(DEFAULT_CONFIGURATION)}::jsonb,
      43 + (g * 7919 % 800000) / 1e5, -1 + (g * 104729 % 800000) / 1e5, (830000 + g % 40)::text, g % 900 || '/' || g % 37, (g % 90000) / 1e2,
      now() - g % 300 * interval '1 minute', now() - g % 300 * interval '1 minute'
    from generate_series(1::bigint, ${count}::bigint) g`.execute(db);
  await sql`
    insert into aeros (box_id, position, serial_number, model_type, conductor_type, regularized_length, line, track_number, sami)
    select b.id, p, b.serial_number || '/' || p, 1, 'wire', 600, b.line, 'V' || p, case when b.id % 97 = 0 then 'unsatisfactory' else 'satisfactory' end
    from boxes b, generate_series(1, 2) p where b.serial_number like ${`${prefix}-%`} order by b.id, p`.execute(
    db,
  );
  const { rows } = await sql<{ id: number; serial: string; one: number; two: number }>`
    select b.id, b.serial_number as serial, min(a.id) as one, max(a.id) as two
    from boxes b join aeros a on a.box_id = b.id where b.serial_number like ${`${prefix}-%`} group by b.id order by b.id`.execute(
    db,
  );
  await sql`analyze boxes, aeros`.execute(db);
  return rows.map(({ id, serial, one, two }) => ({ id, serial, aeros: [one, two] }));
}

/** SQL for the values of metrics over the steps `s`; a metric missing here stays null. */
const COURSES: Partial<Record<MetricKey, string>> = {
  temperature: 'v.temperature',
  pressure: 'round(1800 + v.temperature * 1.25) / 10',
  stroke: 'round(400 + 3.1 * v.temperature)',
  battery_voltage: '3.6 + s % 7 / 20.0',
  solar_voltage: 'round(s % 144 / 3.0) / 10',
  charge_current: 's % 144',
};
const columns = sql.raw(METRIC_KEYS.join(', '));
const courses = sql.raw(METRIC_KEYS.map((metric) => COURSES[metric] ?? 'null').join(', '));

/**
 * Measures every ten minutes of some AEROs over the last days, with their latest rows and day counts; `until`
 * is that many days ago. Values have the resolution in which boxes send them (see batches.ts), twelve
 * received together.
 */
export async function fillMeasures(
  db: Db,
  aeros: readonly number[],
  days: number,
  until = 0,
): Promise<number> {
  const steps = days * 144;
  await sql`
    insert into measures (aero_id, time, received_at, ${columns})
    select a, t, t + (s % 12 + 1) * interval '10 minutes', ${courses}
    from unnest(${aeros}::int[]) a, generate_series(${(days + until) * 144}, ${until * 144 + 1}, -1) s,
      lateral (select date_trunc('day', now()) - s * interval '10 minutes' as t) at,
      lateral (select round((12 + 9 * sin(s / 23.0) + (a * 31 + s * 17) % 40 / 10.0) * 10) / 10 as temperature) v
    on conflict do nothing`.execute(db);
  await sql`
    insert into measure_latest (aero_id, time, received_at, ${columns})
    select distinct on (aero_id) aero_id, time, received_at, ${columns}
    from measures where aero_id = any(${aeros}::int[]) and time >= date_trunc('day', now()) - interval '1 hour'
    order by aero_id, time desc on conflict (aero_id) do nothing`.execute(db);
  await sql`
    insert into measure_dirty_days (aero_id, day)
    select a, (date_trunc('day', now()) - d * interval '1 day')::date from unnest(${aeros}::int[]) a, generate_series(${until}::int, ${until + days}::int) d`.execute(
    db,
  );
  return aeros.length * steps;
}

/** Processes all dirty days, as the worker does. */
export async function rollUpAll(db: Db): Promise<void> {
  while ((await rollUp(db)) > 0);
  await sql`analyze measures, measure_days, measure_quarters, measure_latest, measure_dirty_days`.execute(db);
}

/** Ledgers and day counts of boxes as if they had sent this many measures in total. */
export async function fillCounts(
  db: Db,
  boxes: readonly number[],
  measures: number,
  days: number,
): Promise<void> {
  const each = Math.ceil(measures / boxes.length);
  await sql`
    insert into box_ledgers (box_id, messages, received, stored) select b, ${each}, ${each}, ${each} from unnest(${boxes}::int[]) b
    on conflict (box_id) do update set received = excluded.received, stored = excluded.stored`.execute(db);
  await sql`
    insert into box_day_counts (day, box_id, count)
    select current_date - d, b, ${Math.ceil(each / days)} from unnest(${boxes}::int[]) b, generate_series(0, ${days - 1}) d
    on conflict (box_id, day) do update set count = excluded.count`.execute(db);
  await sql`analyze box_ledgers, box_day_counts`.execute(db);
}
