import { sql } from 'kysely';
import { readVerification } from '../../platform/audit/store-verification.ts';
import {
  backupTimes,
  noteInSettings,
  readBackupNotes,
} from '../../platform/database/backup/store-backup-note.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ProcessReport } from './process-report.ts';
import type { Rehearsal } from './rehearsal.ts';
import { readArchive } from './store-figures.ts';
import type { Facts } from './warnings.ts';

/** A process silent for this long has ended. */
const SILENT_SECONDS = 90;

/** The clock of the database, ms since 1970. */
export async function databaseClock(db: Db): Promise<number> {
  const { rows } = await sql<{
    at: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
  return rows[0]?.at ?? Number.NaN;
}

export async function writeReport(db: Db, id: string, report: ProcessReport): Promise<void> {
  const text = JSON.stringify(report);
  await sql`insert into process_reports (id, report) values (${id}, ${text})
    on conflict (id) do update set at = now(), report = excluded.report`.execute(db);
}

export async function forgetReports(db: Db, id: string | null): Promise<void> {
  await sql`delete from process_reports where id = ${id} or at < now() - interval '1 day'`.execute(db);
}

/** Reports of the running processes. */
export async function liveReports(db: Db): Promise<ProcessReport[]> {
  const { rows } = await sql<{ report: ProcessReport }>`select report from process_reports
    where at > now() - make_interval(secs => ${SILENT_SECONDS}) order by id`.execute(db);
  return rows.map(({ report }) => report);
}

const REHEARSAL = 'last_rehearsal';

export const noteRehearsal = (databaseUrl: string, found: Rehearsal): Promise<void> =>
  noteInSettings(databaseUrl, REHEARSAL, found);

/** The result of the last rehearsal of a backup; undefined before the first. */
export async function readRehearsal(db: Db): Promise<Rehearsal | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', REHEARSAL).executeTakeFirst();
  return row?.value as Rehearsal | undefined;
}

/** Facts that no single process can see; times in ms since 1970. */
export async function installationFacts(
  db: Db,
  isBackedUpHere: boolean,
): Promise<Omit<Facts, 'now' | 'reports'>> {
  const { rows } = await sql<{
    received: Date | null;
    message: Date | null;
    first: Date | null;
    due: Date | null;
    keys: number;
    retired: string[];
    weather: number;
  }>`select
    (select max(last_send) from boxes) as received, (select min(created_at) from users) as first,
    (select min(created_at) from aero_due) as due,
    (select count(*)::int from api_keys where maker_left_at is not null and kept_until is null and revoked_at is null
      and expires_at > now()) as keys,
    array(select distinct h.serial_number from box_hardware h where h.refused_at > now() - interval '1 day'
      and not exists (select from boxes b where b.serial_number = h.serial_number) order by 1) as retired,
    (select count(*)::int from weather_episodes where until is null) as weather,
    (select min(created_at) from messages where state = 'queued' and next_attempt_at <= now() + interval '1 day') as message`.execute(
    db,
  );
  const archive = await readArchive(db);
  const backup = backupTimes(await readBackupNotes(db), archive !== null);
  return {
    lastReceived: rows[0]?.received?.getTime() ?? null,
    backup,
    rehearsal: (await readRehearsal(db)) ?? null,
    startedAt: isBackedUpHere ? (rows[0]?.first?.getTime() ?? null) : null,
    archiveFailingSince: archive?.failingSince ?? null,
    oldestDue: rows[0]?.due?.getTime() ?? null,
    audit: (await readVerification(db)) ?? null,
    keysLeft: rows[0]?.keys ?? 0,
    retired: rows[0]?.retired ?? [],
    weatherWrong: rows[0]?.weather ?? 0,
    oldestMessage: rows[0]?.message?.getTime() ?? null,
  };
}
