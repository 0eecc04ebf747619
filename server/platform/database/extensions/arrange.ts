import { type Kysely, sql } from 'kysely';
import { type Db, transaction } from '../db.ts';
import { type DistributionState, type Extensions, planExtensions, type Step } from './plan.ts';

/** The row of `settings` that records what was done, when, and with which version. */
export const SETTING = 'extensions';
/** As for migrations: one process does it, the others wait. */
const LOCK = 7_306_215;

export async function findExtensions(db: Db | Kysely<unknown>): Promise<Extensions> {
  const { rows } = await sql<{ name: string; version: string }>`
    select extname as name, extversion as version from pg_extension where extname in ('citus', 'timescaledb')`.execute(
    db as Db,
  );
  const versions = new Map(rows.map((row) => [row.name, row.version]));
  const licence = await sql<{ licence: string | null }>`
    select current_setting('timescaledb.license', true) as licence`.execute(db as Db);
  return {
    citus: versions.get('citus') ?? null,
    timescaledb: versions.get('timescaledb') ?? null,
    timescaleCompresses: licence.rows[0]?.licence === 'timescale',
  };
}

/** Read from the extensions, not from our own records, because a restored or moved database may differ. */
export async function findArranged(db: Db, found: Extensions): Promise<DistributionState> {
  const distributed =
    found.citus === null
      ? []
      : (
          await sql<{ name: string }>`
            select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'`.execute(db)
        ).rows;
  const hypertables =
    found.timescaledb === null
      ? []
      : (
          await sql<{ name: string }>`
            select hypertable_name::text as name from timescaledb_information.hypertables`.execute(db)
        ).rows;
  return {
    distributed: distributed.map((row) => row.name),
    hypertables: hypertables.map((row) => row.name),
  };
}

export async function pendingSteps(db: Db): Promise<Step[]> {
  const found = await findExtensions(db);
  return planExtensions(found, await findArranged(db, found));
}

/** Distributes or compresses the measures if an extension can. Idempotent. */
export async function arrangeExtensions(db: Db): Promise<Step[]> {
  const found = await findExtensions(db);
  if (found.citus === null && found.timescaledb === null) return [];
  return transaction(db, async (trx) => {
    // A table with data takes long.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const steps = await pendingSteps(trx);
    for (const step of steps) await sql.raw(step.sql).execute(trx);
    if (steps.length > 0) {
      const value = JSON.stringify({
        ...found,
        at: new Date().toISOString(),
        steps: steps.map((one) => one.sql),
      });
      await trx
        .insertInto('settings')
        .values({ key: SETTING, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    }
    return steps;
  });
}
