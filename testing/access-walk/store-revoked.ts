import { OBSERVER_GROUP } from '@aerowatch/domain/access';
import { sql } from 'kysely';
import type { Db, Trx } from '../../server/platform/database/db.ts';

/** The user or the key whose rights end, in the database. */
export interface RevokedSubject {
  readonly user: number;
  readonly key: number;
  readonly otherClient: number;
}

/** Ways to lose a right while a request is being processed. */
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

/**
 * Tables that a refused call may change: its refusal, the number of tries, its idempotency key, the last use
 * of a session.
 */
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

/** For each table the number of rows and the last transaction that wrote one: equal if nothing changed. */
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

/** Whether a transaction waits for a right that is being removed, or for the row being deleted. */
export async function waits(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
