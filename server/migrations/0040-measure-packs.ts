import { type Kysely, sql } from 'kysely';

const METRICS = [
  'temperature',
  'pressure',
  'stroke',
  'battery_voltage',
  'solar_voltage',
  'charge_current',
] as const;
const each = (form: (metric: string) => string) => METRICS.map(form).join(', ');
const TIME = `p.day + (u.shift + (u.position - 1) * p.step) * interval '1 millisecond'`;

const STATEMENTS = `
-- The measures of a closed day of an AERO in one row: arrays in the order of time, a metric without values null. A
-- day (UTC) lies either here or, measure by measure, in measures.
create table measure_packs (aero_id integer not null, day timestamptz not null, count integer not null, step integer not null,
  shifts integer[] not null, received_at timestamptz[] not null, ${each((metric) => `${metric} real[]`)}, primary key (aero_id, day));
comment on column measure_packs.step is 'Usual milliseconds from one measure to the next: what is regular compresses';
comment on column measure_packs.shifts is 'Milliseconds of measure i since the begin of the day, less (i - 1) steps';

-- The one way to read measures: rows, and of the packs only those of the days asked for. PostgreSQL puts it into the query around it.
create function measures_between(aero integer, since timestamptz, until timestamptz)
returns table (aero_id integer, "time" timestamptz, received_at timestamptz, ${each((metric) => `${metric} real`)})
language sql stable parallel safe
begin atomic
  select m.aero_id, m."time", m.received_at, ${each((metric) => `m.${metric}`)} from measures m
  where m.aero_id = aero and m."time" >= since and m."time" < until
  union all
  select p.aero_id, ${TIME}, u.received_at, ${each((metric) => `u.${metric}`)}
  from measure_packs p cross join lateral unnest(p.shifts, p.received_at, ${each((metric) => `p.${metric}`)})
    with ordinality as u (shift, received_at, ${METRICS.join(', ')}, position)
  where p.aero_id = aero and p.day > since - interval '24 hours' and p.day < until and ${TIME} >= since and ${TIME} < until;
end;

-- Rows come and go by the day, rollups are computed again and again: room within the page, and cleaning in time.
alter table measures set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);
alter table measure_quarters set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
alter table measure_days set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05)`;

/** Closed days are packed into one row each: a fifth of the bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One text, because the body of a function contains semicolons.
  await sql.raw(STATEMENTS).execute(db);
}
