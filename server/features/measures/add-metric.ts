import { type Kysely, sql } from 'kysely';

/**
 * Adds the columns of a further metric, for its migration: `export const up = (db) => addMetric(db,
 * 'humidity')`. Existing data has no value: null in rows and packs, none in rollups. The functions that read
 * measures are created after the migrations. Migrations rely on this function, so it must never change what
 * it adds.
 */
export async function addMetric(db: Kysely<unknown>, metric: string): Promise<void> {
  const column = (suffix = '') => sql.ref(`${metric}${suffix}`);
  for (const table of ['measures', 'measure_latest'])
    await sql`alter table ${sql.table(table)} add column ${column()} real`.execute(db);
  await sql`alter table measure_packs add column ${column()} real[]`.execute(db);
  for (const table of ['measure_days', 'measure_quarters'])
    await sql`alter table ${sql.table(table)}
      add column ${column('_sum')} double precision, add column ${column('_n')} integer not null default 0,
      add column ${column('_min')} real, add column ${column('_max')} real`.execute(db);
}
