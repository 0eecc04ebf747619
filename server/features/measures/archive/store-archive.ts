import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { COPY_HINT } from '../../../platform/database/connection/prepared-statements.ts';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { firstTime } from '../ingest/write/store-packs.ts';
import { takes } from '../packing/store-packing.ts';

/** A whole month (UTC); `to` is excluded. */
export interface Month {
  readonly from: Date;
  readonly to: Date;
}
/** An AERO whose measures of a month are archived. */
export interface ArchiveClaim {
  readonly id: number;
  readonly serial: string;
  readonly position: number;
}

/** One process archives at a time. */
const ARCHIVE_LOCK = 7_306_222;

/**
 * Does the work unless another process is doing it, in which case it returns undefined. The lock ends with
 * its connection.
 */
export function archivingAlone<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const lock = sql.lit(ARCHIVE_LOCK);
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(
      connection,
    );
    if (rows[0]?.mine !== true) return undefined;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/**
 * The oldest month before `cut` (the start of a month) with measures of AEROs other than these, and those
 * AEROs.
 */
export async function oldestMonth(
  db: Db,
  cut: Date,
  without: readonly number[],
  limit: number,
): Promise<{ month: Month; aeros: ArchiveClaim[] } | undefined> {
  const { rows } = await sql<ArchiveClaim & Month>`
    with first as materialized (
      select a.id, b.serial_number as serial, a.position, date_trunc('month', ${firstTime(sql`a.id`)}, 'UTC') as "from"
      from aeros a join boxes b on b.id = a.box_id where a.id <> all(${without}::int[]))
    select id, serial, position, "from", ("from" at time zone 'UTC' + interval '1 month') at time zone 'UTC' as "to"
    from first where "from" < ${cut} and "from" = (select min("from") from first) order by id limit ${limit}`.execute(
    db,
  );
  const [first] = rows;
  return first === undefined ? undefined : { month: { from: first.from, to: first.to }, aeros: rows };
}

const utc = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
// Literals, because COPY takes no parameters.
const at = (date: Date) => sql`${sql.lit(date.toISOString())}::timestamptz`;

/** The measures of an AERO in a month as lines of a CSV, with all stored digits. */
export async function linesOfMonth(db: Db, aero: number, { from, to }: Month): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`${sql.raw(COPY_HINT)} copy (
    select b.serial_number, a.position, ${utc('m.time')}, ${utc('m.received_at')}, ${sql.raw(METRIC_KEYS.map((metric) => `m.${metric}`).join(', '))}
    from aeros a join boxes b on b.id = a.box_id cross join lateral measures_between(a.id, ${at(from)}, ${at(to)}) as m
    where a.id = ${sql.lit(aero)} order by m.time) to stdout (format csv)`.execute(db);
  return rows[0]?.bytes ?? Buffer.alloc(0);
}

/**
 * Removes the measures of an AERO in a month, if they still equal `isSame` and the file with this SHA-256, no
 * day of them waits for its rollup or for judging, and the rollups count them all. Writers of old measures
 * wait for a moment.
 */
export function forgetMonth(
  db: Db,
  aero: number,
  month: Month & { readonly file: string },
  isSame: (lines: Buffer) => boolean,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await takes(trx, aero)) || !(await isSettled(trx, aero, month))) return false;
    if (!isSame(await linesOfMonth(trx, aero, month))) return false;
    const { from, to } = month;
    await sql`delete from measures where aero_id = ${aero} and time >= ${from} and time < ${to}`.execute(trx);
    await sql`delete from measure_packs where aero_id = ${aero} and day >= ${from} and day < ${to}`.execute(
      trx,
    );
    await sql`
      insert into measure_archived_months (aero_id, month, file)
      values (${aero}, (${from}::timestamptz at time zone 'UTC')::date, decode(${month.file}, 'hex')) on conflict do nothing`.execute(
      trx,
    );
    return true;
  });
}

/** Whether the month was archived before, so that its rollups are final whatever arrives late. */
async function isSettled(trx: Trx, aero: number, { from, to }: Month): Promise<boolean> {
  const day = (date: Date) => sql`(${date}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<{ settled: boolean }>`
    select not exists (select from measure_dirty_days where aero_id = ${aero} and day >= ${day(from)} and day < ${day(to)})
      and not exists (select from aero_due where aero_id = ${aero} and from_time < ${to})
      and (exists (select from measure_archived_months where aero_id = ${aero} and month = ${day(from)})
        or (select coalesce(sum(count), 0) from days_between(${aero}, ${day(from)}, ${day(to)}))
          >= (select count(*) from measures_between(${aero}, ${from}, ${to}))) as settled`.execute(trx);
  return rows[0]?.settled === true;
}

/**
 * Removes the rollups of one AERO before a day; returns whether there were any. Where an archive run left
 * measures, their rollups stay with them.
 */
export async function forgetRollups(db: Db, without: readonly number[], cut: Date): Promise<number | null> {
  const day = sql`(${cut}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<{ id: number; until: string }>`
    with until as materialized (
      select a.id, least(${day}, (${firstTime(sql`a.id`)} at time zone 'UTC')::date) as until
      from aeros a where a.id <> all(${without}::int[]))
    select id, until::text from until where exists (select from days_between(id, date '1970-01-01', until)) order by id limit 1`.execute(
    db,
  );
  const [aero] = rows;
  if (aero === undefined) return null;
  const until = sql`${aero.until}::date`;
  await transaction(db, async (trx) => {
    await sql`delete from measure_quarters where aero_id = ${aero.id} and time < ${until}::timestamp at time zone 'UTC'`.execute(
      trx,
    );
    await sql`delete from measure_days where aero_id = ${aero.id} and day < ${until}`.execute(trx);
  });
  return aero.id;
}
