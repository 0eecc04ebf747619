import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';

/** AERO-days recomputed in one transaction: about 144,000 rows of 10-minute data. */
const DAYS_A_TURN = 1000;
/** Namespace of the advisory locks held per AERO while its rollups are computed. */
const LOCKS = 71;

/** Slightly more than the days a diagnosis looks back: older measures request no new one. */
const LOOKED_BACK = 92;

const columnsOf = (prefix: string) =>
  sql.raw(
    METRIC_KEYS.flatMap((metric) =>
      ['n', 'min', 'max', 'sum'].map((part) => `${prefix}${metric}_${part}`),
    ).join(', '),
  );
const fromRaw = sql.raw(
  METRIC_KEYS.map(
    (metric) =>
      `count(${metric})::int as ${metric}_n, min(${metric}) as ${metric}_min, max(${metric}) as ${metric}_max, sum(${metric}::float8) as ${metric}_sum`,
  ).join(', '),
);
const fromCells = sql.raw(
  METRIC_KEYS.map(
    (metric) =>
      `sum(${metric}_n)::int as ${metric}_n, min(${metric}_min) as ${metric}_min, max(${metric}_max) as ${metric}_max, sum(${metric}_sum) as ${metric}_sum`,
  ).join(', '),
);
const written = [
  'count',
  ...METRIC_KEYS.flatMap((metric) => ['n', 'min', 'max', 'sum'].map((part) => `${metric}_${part}`)),
];
const replaced = sql.raw(written.map((column) => `${column} = excluded.${column}`).join(', '));
/** On a growing day only the last quarter changes: the others are not written again. */
const changed = (table: string) =>
  sql.raw(
    `(${written.map((column) => `${table}.${column}`).join(', ')}) is distinct from (${written.map((column) => `excluded.${column}`).join(', ')})`,
  );

/**
 * Recomputes rollups of days marked dirty from their rows, and removes exactly the marks it saw. An AERO is
 * locked before its marks are read, so that the next worker sees rows at least as new. Returns the number of
 * AERO-days. Measures of an earlier day that arrived after the AERO was diagnosed (a backlog, an import)
 * request another diagnosis. Acts for the server itself.
 */
export function rollUp(db: Db, limit = DAYS_A_TURN): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows: locked } = await sql<{ aero_id: number; days: string }>`
      with marked as materialized (select distinct aero_id, day from measure_dirty_days order by aero_id, day limit ${limit}),
      aeros as materialized (select aero_id, array_agg(day) as days from marked group by aero_id)
      select aero_id, days::text as days from aeros where pg_try_advisory_xact_lock(${LOCKS}, aero_id)`.execute(
      trx,
    );
    if (locked.length === 0) return 0;
    const kept = await keptDays(trx, locked);
    const { rows } = await sql<{ done: number }>`
      with wanted as materialized (
        select aero_id, unnest(days::date[]) as day
        from unnest(${locked.map((row) => row.aero_id)}::int[], ${locked.map((row) => row.days)}::text[]) as locked (aero_id, days)),
      seen as (
        delete from measure_dirty_days using wanted
        where measure_dirty_days.aero_id = wanted.aero_id and measure_dirty_days.day = wanted.day
        returning measure_dirty_days.aero_id, measure_dirty_days.day),
      kept as materialized (
        select * from unnest(${kept.map((row) => row.aero_id)}::int[], ${kept.map((row) => row.day)}::date[]) as kept (aero_id, day)),
      days as materialized (
        select distinct aero_id, day from seen where (select measures_stored())
          and not exists (select from kept where kept.aero_id = seen.aero_id and kept.day = seen.day)),
      quarters as materialized (
        select m.aero_id, days.day, date_bin('6 hours', m.time, timestamptz 'epoch') as time, count(*)::int as count, max(m.received_at) as received, ${fromRaw}
        from days cross join lateral measures_between(days.aero_id,
          days.day::timestamp at time zone 'UTC', (days.day + 1)::timestamp at time zone 'UTC') as m
        group by 1, 2, 3),
      whole as materialized (select aero_id, day, sum(count)::int as count, max(received) as received, ${fromCells} from quarters group by 1, 2),
      write_quarters as (
        insert into measure_quarters (aero_id, time, count, ${columnsOf('')}) select aero_id, time, count, ${columnsOf('')} from quarters
        on conflict (aero_id, time) do update set ${replaced} where ${changed('measure_quarters')}),
      write_days as (
        insert into measure_days (aero_id, day, count, ${columnsOf('')}) select aero_id, day, count, ${columnsOf('')} from whole
        on conflict (aero_id, day) do update set ${replaced} where ${changed('measure_days')}),
      asked as (
        insert into diagnostics_asked (aero_id)
        select distinct whole.aero_id from whole join measure_latest latest using (aero_id) left join diagnostics d using (aero_id)
        where whole.day < (latest.time at time zone 'UTC')::date and whole.day > (latest.time at time zone 'UTC')::date - ${sql.lit(LOOKED_BACK)}
          and (d.aero_id is null or whole.received > coalesce(d.loaded_at, d.computed_at) - interval '5 seconds') order by 1
        on conflict (aero_id) do update set last_at = now()),
      gone_days as (
        delete from measure_days using days where measure_days.aero_id = days.aero_id and measure_days.day = days.day
          and not exists (select from whole where whole.aero_id = days.aero_id and whole.day = days.day)),
      gone_quarters as (
        delete from measure_quarters q using days where q.aero_id = days.aero_id
          and q.time >= days.day::timestamp at time zone 'UTC' and q.time < (days.day + 1)::timestamp at time zone 'UTC'
          and not exists (select from quarters where quarters.aero_id = q.aero_id and quarters.time = q.time))
      select count(*)::int as done from days`.execute(trx);
    return rows[0]?.done ?? 0;
  });
}

/**
 * Marked days whose measures were archived and are not all restored: late or partly restored measures are
 * incomplete.
 */
async function keptDays(
  trx: Trx,
  locked: readonly { aero_id: number; days: string }[],
): Promise<{ aero_id: number; day: string }[]> {
  const { rows } = await sql<{ aero_id: number; day: string }>`
    select locked.aero_id, day::text from unnest(${locked.map((row) => row.aero_id)}::int[], ${locked.map((row) => row.days)}::text[]) as locked (aero_id, days)
      cross join lateral unnest(days::date[]) as day
    where exists (select from measure_archived_months a where a.aero_id = locked.aero_id and a.month = date_trunc('month', day::timestamp)::date)`.execute(
    trx,
  );
  return rows;
}
