import { sql } from 'kysely';
import type { Db } from './platform/database/db.ts';

/** The version that last migrated the database. */
const SETTING = 'release';

/** Records the version, unless there was a newer one: of two that run side by side the newer one counts. */
export async function noteRelease(db: Db, version: string): Promise<void> {
  const before = await readRelease(db);
  if (before !== undefined && !isNewer(version, before)) return;
  await db
    .insertInto('settings')
    .values({ key: SETTING, value: JSON.stringify({ version }) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify({ version }) }))
    .execute();
}

/** The newest version that has used this database; undefined before 2.7. */
export async function readRelease(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  const { version } = (row?.value ?? {}) as { version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** The connected role and database, and the owner of its tables; null if there are none yet. */
export async function accountsOf(
  db: Db,
): Promise<{ account: string; database: string; owner: string | null }> {
  const { rows } = await sql<{ account: string; database: string; owner: string | null }>`
    select current_user::text as account, current_database()::text as database, (select tableowner::text from pg_tables
      where schemaname = 'public' and tablename = 'schema_migrations') as owner`.execute(db);
  return rows[0] ?? { account: '', database: '', owner: null };
}
