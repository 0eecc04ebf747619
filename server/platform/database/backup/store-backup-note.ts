import { DAY, HOUR } from '@aerowatch/domain/durations';
import pg from 'pg';
import type { Db } from '../db.ts';

/** Where the last whole backups are noted, in the database itself: a file, a copy of the continuous backup. */
const SETTINGS = { file: 'last_backup', copy: 'last_copy' } as const;
export type BackupKind = keyof typeof SETTINGS;
/** When the last one of each kind began. */
export type BackupNotes = Readonly<Record<BackupKind, Date | undefined>>;

export async function noteBackup(databaseUrl: string, kind: BackupKind, at: Date): Promise<void> {
  await noteInSettings(databaseUrl, SETTINGS[kind], { at: at.toISOString() });
}

/** What a command notes for the servers, which may not run. */
export async function noteInSettings(databaseUrl: string, key: string, value: object): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, JSON.stringify(value)],
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function readBackupNotes(db: Db): Promise<BackupNotes> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(SETTINGS))
    .execute();
  const momentOf = (kind: BackupKind) => {
    const { value } = rows.find(({ key }) => key === SETTINGS[kind]) ?? {};
    const at = new Date(String((value as { at?: unknown } | undefined)?.at));
    return Number.isNaN(at.getTime()) ? undefined : at;
  };
  return { file: momentOf('file'), copy: momentOf('copy') };
}

/** A nightly backup, and two hours. */
const FILE_LASTS = 26 * HOUR;
/** A weekly copy, and a day: the log after it holds what came since, as long as it is kept. */
const COPY_LASTS = 8 * DAY;

/** When the last backup was made, and when the next one is due (ms since 1970); null before the first. */
export function backupTimes(
  { file, copy }: BackupNotes,
  isLogKept: boolean,
): { readonly last: number; readonly due: number } | null {
  if (file === undefined && copy === undefined) return null;
  const [fileAt, copyAt] = [file?.getTime() ?? 0, copy?.getTime() ?? 0];
  const copyLasts = isLogKept ? COPY_LASTS : FILE_LASTS;
  return {
    last: Math.max(fileAt, copyAt),
    due: Math.max(file === undefined ? 0 : fileAt + FILE_LASTS, copy === undefined ? 0 : copyAt + copyLasts),
  };
}
