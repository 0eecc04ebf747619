import pg from 'pg';
import type { Db } from '../db.ts';

/** Where the last backup that was whole is noted, in the database itself. */
const SETTING = 'last_backup';

export async function noteBackup(databaseUrl: string, at: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [SETTING, JSON.stringify({ at: at.toISOString() })],
    );
  } finally {
    await client.end();
  }
}

/** When the last whole backup began; undefined when none was ever made. */
export async function readBackupNote(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  const at = new Date(String((row?.value as { at?: unknown } | undefined)?.at));
  return Number.isNaN(at.getTime()) ? undefined : at;
}
