import { type RawBuilder, sql } from 'kysely';
import { type Db, type Trx, transaction } from './db.ts';

/** The role that the server runs as in the embedded database. */
export const SERVER_ROLE = 'aerowatch_server';
/** As for migrations: one process grants, the others wait. */
const LOCK = 7_306_223;

/** Creates the role of the embedded database that may sign in and owns nothing. */
export function makeServerRole(owner: Db, password: string): Promise<void> {
  return transaction(owner, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const { rows } = await sql`select from pg_roles where rolname = ${SERVER_ROLE}`.execute(trx);
    if (rows.length === 0) await sql`create role ${sql.id(SERVER_ROLE)} login`.execute(trx);
    await sql`alter role ${sql.id(SERVER_ROLE)} nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${sql.lit(password)}`.execute(
      trx,
    );
  });
}

/** Tables of the audit log, with all rights that the server has on each. */
const AUDIT: Readonly<Record<string, string>> = {
  audit: 'select, insert',
  audit_chain: 'select, insert',
  audit_heads: 'select',
  audit_settings: 'select',
  audit_personal: 'select, insert, delete',
  audit_told: 'select',
  schema_migrations: 'select',
};

/**
 * Allows a role to read and write rows of every table, and nothing more: no tables of its own, no changes of
 * tables, and only appending to the audit log. After each start, because migrations add tables.
 */
export function grantServerRole(owner: Db, role: string): Promise<void> {
  const to = sql.id(role);
  return transaction(owner, async (trx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(trx);
    await run(sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`);
    await run(sql`revoke create on schema public from public, ${to}`);
    await run(sql`grant usage on schema public to ${to}`);
    await run(sql`grant select, insert, update, delete on all tables in schema public to ${to}`);
    await run(sql`grant usage, select on all sequences in schema public to ${to}`);
    await run(sql`grant execute on all functions in schema public to ${to}`);
    await grantFigures(trx, role);
    for (const [table, rights] of Object.entries(AUDIT)) {
      await run(sql`revoke all on table ${sql.id(table)} from ${to}`);
      await run(sql`grant ${sql.raw(rights)} on table ${sql.id(table)} to ${to}`);
    }
  });
}

/** The size of the database's log, if the owner may grant that: an external database may refuse it. */
async function grantFigures(trx: Trx, role: string): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_ls_waldir()', 'execute with grant option') as may`.execute(trx);
  if (rows[0]?.may === true)
    await sql`grant execute on function pg_ls_waldir() to ${sql.id(role)}`.execute(trx);
}

/** Whether the role of a connection could change the audit log: it owns the table, or is a superuser. */
export async function ownsAudit(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select has_table_privilege(current_user, 'audit', 'delete') as owns`.execute(db);
  return rows[0]?.owns ?? true;
}

/** Sets the retention of the audit log; the server itself cannot change it. */
export async function setAuditRetention(owner: Db, days: number | null): Promise<void> {
  await sql`update audit_settings set retention_days = ${days}::integer where retention_days is distinct from ${days}::integer`.execute(
    owner,
  );
}
