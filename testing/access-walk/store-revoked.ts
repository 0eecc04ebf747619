import { OBSERVER_GROUP } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import type { Db, Trx } from '../../server/platform/database/db.ts';

/** Whose rights end, in the database: of a person, or of a key. */
export interface RevokedSubject {
  readonly user: number;
  readonly key: number;
  readonly otherClient: number;
}

/** How somebody may lose what they may do while a request of theirs is under way. */
export const REVOKE: Readonly<Record<string, (trx: Trx, of: RevokedSubject) => Promise<unknown>>> = {
  'be deactivated': (trx, { user }) =>
    sql`update users set is_active = false where id = ${user}`.execute(trx),
  'be deleted': (trx, { user }) => sql`delete from users where id = ${user}`.execute(trx),
  'be signed out': (trx, { user }) => sql`delete from tokens where user_id = ${user}`.execute(trx),
  'become an observer': async (trx, { user }) => {
    await sql`delete from user_groups where user_id = ${user}`.execute(trx);
    await sql`insert into user_groups (user_id, group_id) values (${user}, ${OBSERVER_GROUP})`.execute(trx);
    await sql`update users set is_staff = false, is_superuser = false where id = ${user}`.execute(trx);
  },
  'move to another client': (trx, { user, otherClient }) =>
    sql`update users set client_id = ${otherClient} where id = ${user}`.execute(trx),
};
export const REVOKE_KEY: typeof REVOKE = {
  'be revoked': (trx, { key }) => sql`update api_keys set revoked_at = now() where id = ${key}`.execute(trx),
  'be deleted': (trx, { key }) => sql`delete from api_keys where id = ${key}`.execute(trx),
};

/** What a refused call may leave: its refusal, the number of tries, its idempotency key, when a session was used. */
const NO_EFFECT = [
  'audit',
  'audit_personal',
  'audit_told',
  'audit_waiting',
  'throttle_hits',
  'idempotency_keys',
  'tokens',
  'api_keys',
  'process_reports',
];

/** How many rows each table has and which transaction was the last to write one: the same where nothing changed. */
export async function traces(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const parts = rows
    .filter(({ name }) => !NO_EFFECT.includes(name))
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, count(*), max(xmin::text::bigint) as last from ${sql.table(name)}`,
    );
  const found = await sql<{
    name: string;
    count: number;
    last: number | null;
  }>`${sql.join(parts, sql` union all `)} order by name`.execute(db);
  return found.rows.map(({ name, count, last }) => `${name} ${count} ${last}`).join('\n');
}

/** Whether somebody waits for a right that is being taken away, or for the row that goes. */
export async function waits(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
