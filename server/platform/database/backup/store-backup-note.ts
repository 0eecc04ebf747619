import { DAY, HOUR } from '@aerowatch/domain/durations';
import { DatabaseClient } from '../connection/hosts.ts';
import type { Db } from '../db.ts';

/**
 * Setting of the last complete backup of each kind, stored in the database: a file, or a continuous backup's
 * copy.
 */
const SETTINGS = { file: 'last_backup', copy: 'last_copy' } as const;
export type BackupKind = keyof typeof SETTINGS;
/** When the last backup of each kind began. */
export type BackupNotes = Readonly<Record<BackupKind, Date | undefined>>;

export async function noteBackup(databaseUrl: string, kind: BackupKind, at: Date): Promise<void> {
  await noteInSettings(databaseUrl, SETTINGS[kind], { at: at.toISOString() });
}

/** Stores a command's note for the servers, which may not be running. */
export async function noteInSettings(databaseUrl: string, key: string, value: object): Promise<void> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
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

/** A nightly backup, plus two hours. */
const FILE_LASTS = 26 * HOUR;
/** A weekly copy, plus a day: the log after it contains all later changes, while it is being archived. */
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
