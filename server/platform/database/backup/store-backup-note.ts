import type pg from 'pg';
import type { Db } from '../db.ts';

/** Where the last backup that was whole is noted, in the database itself. */
const SETTING = 'last_backup';

export async function noteBackup(client: pg.ClientBase, at: Date): Promise<void> {
  await client.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [SETTING, JSON.stringify({ at: at.toISOString() })],
  );
}

/** When the last whole backup began; undefined when none was ever made. */
export async function readBackupNote(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  const at = new Date(String((row?.value as { at?: unknown } | undefined)?.at));
  return Number.isNaN(at.getTime()) ? undefined : at;
}
