import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Facts about the database apart from its data: version, migrations, sizes, connections, changed settings.
 */
export async function databaseFacts(db: Db): Promise<Record<string, unknown>> {
  const rows = async (statement: string) => (await sql.raw(statement).execute(db)).rows;
  return {
    version: await rows('select version(), pg_is_in_recovery() as standby, now()'),
    migrations: (await rows('select name from schema_migrations order by name')).map(
      (row) => (row as { name: string }).name,
    ),
    size: await rows('select pg_size_pretty(pg_database_size(current_database())) as database'),
    tables:
      await rows(`select relname as table, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by pg_total_relation_size(oid) desc`),
    connections: await rows(
      'select application_name as name, state, count(*)::int from pg_stat_activity where datname = current_database() group by 1, 2 order by 3 desc',
    ),
    processes: await rows('select at, report from process_reports order by at desc limit 20'),
    settings: await rows(
      `select name, setting from pg_settings where source not in ('default', 'client', 'override') and name !~ '(password|key|command|conninfo)' order by name`,
    ),
  };
}
