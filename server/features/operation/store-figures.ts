import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Figures of the whole installation, read from its database for monitoring. */
export interface Figures {
  readonly outboxQueued: number;
  readonly outboxFailed: number;
  /** Age of the oldest message waiting to be sent, s. */
  readonly outboxOldest: number;
  /** Age of the oldest datapoint waiting to be judged, s. */
  readonly judgingLag: number;
  /** Days whose rollups are pending. */
  readonly rollupsWaiting: number;
  /** Age of the oldest diagnosis of an active AERO, s; null when there is none. */
  readonly diagnosisAge: number | null;
  readonly databaseBytes: number;
  /** Null where this database account may not see it. */
  readonly walBytes: number | null;
  /** The state of log archiving for a continuous backup; null where there is none. */
  readonly archive: Archive | null;
}

/** Counting stops here: beyond it the exact number does not matter. */
const MAX_COUNTED = 100_000;

export async function readFigures(db: Db): Promise<Figures> {
  const age = (time: string) => sql.raw(`coalesce(extract(epoch from now() - (${time})), 0)::float8`);
  const { rows } = await sql<{
    queued: number;
    failed: number;
    oldest: number;
    lag: number;
    rollups: number;
    diagnosis: number | null;
    bytes: number;
  }>`select
    (select count(*) from (select from messages where state = 'queued' limit ${MAX_COUNTED}) as m)::int as queued,
    (select count(*) from (select from messages where state = 'failed' limit ${MAX_COUNTED}) as m)::int as failed,
    ${age(`select min(created_at) from messages where state = 'queued'`)} as oldest,
    ${age('select min(created_at) from aero_due')} as lag,
    (select count(*) from (select from measure_dirty_days limit ${MAX_COUNTED}) as d)::int as rollups,
    (select extract(epoch from now() - min(d.computed_at))::float8 from diagnostics d join aeros a on a.id = d.aero_id
      join boxes b on b.id = a.box_id where b.last_send > now() - interval '1 day') as diagnosis,
    pg_database_size(current_database())::float8 as bytes`.execute(db);
  const [row] = rows;
  return {
    outboxQueued: row?.queued ?? 0,
    outboxFailed: row?.failed ?? 0,
    outboxOldest: row?.oldest ?? 0,
    judgingLag: row?.lag ?? 0,
    rollupsWaiting: row?.rollups ?? 0,
    diagnosisAge: row?.diagnosis ?? null,
    databaseBytes: row?.bytes ?? 0,
    walBytes: await walBytes(db),
    archive: await readArchive(db),
  };
}

/** Only members of pg_monitor may query it. */
async function walBytes(db: Db): Promise<number | null> {
  const { rows } = await sql<{
    may: boolean;
  }>`select has_function_privilege('pg_ls_waldir()', 'execute') as may`.execute(db);
  if (rows[0]?.may !== true) return null;
  const answer = await sql<{
    bytes: number;
  }>`select coalesce(sum(size), 0)::float8 as bytes from pg_ls_waldir()`.execute(db);
  return answer.rows[0]?.bytes ?? null;
}

/** Times in ms since 1970. */
export interface Archive {
  readonly lastAt: number | null;
  /** When the first attempt failed after the last success; null while it succeeds. */
  readonly failingSince: number | null;
  readonly failures: number;
}

/** The state of PostgreSQL's archiver (pg_stat_archiver); null where the log is not archived. */
export async function readArchive(db: Db): Promise<Archive | null> {
  const { rows } = await sql<{
    mode: string;
    last: Date | null;
    failed: Date | null;
    failures: number;
    since: Date | null;
  }>`
    select current_setting('archive_mode') as mode, last_archived_time as last, last_failed_time as failed,
      failed_count::int as failures, coalesce(last_archived_time, stats_reset) as since from pg_stat_archiver`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || row.mode === 'off') return null;
  const isFailing = row.failed !== null && (row.last === null || row.failed > row.last);
  return {
    lastAt: row.last?.getTime() ?? null,
    failingSince: isFailing ? ((row.since ?? row.failed)?.getTime() ?? null) : null,
    failures: row.failures,
  };
}

/** Messages set aside and not replayed, by reason. */
export async function asidesByReason(db: Db): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{
    reason: string;
    count: number;
  }>`select reason, count(*)::int as count from set_aside where replayed_at is null group by reason`.execute(
    db,
  );
  return rows;
}

/** The last message of each client's boxes; s since 1970. */
export async function lastHeard(db: Db): Promise<{ client: string; at: number }[]> {
  const { rows } = await sql<{ client: string; at: number }>`
    select c.id::text as client, extract(epoch from max(b.last_contact))::float8 as at
    from clients c join boxes b on b.client_id = c.id where b.last_contact is not null group by c.id`.execute(
    db,
  );
  return rows;
}

/** When the newest forecast was made; undefined where there is none. */
export async function lastForecast(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select max(issued_at) as at from forecast_weeks`.execute(
    db,
  );
  return rows[0]?.at ?? undefined;
}
