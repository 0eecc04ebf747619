import { type Kysely, sql } from 'kysely';

/** Renames "foretold" to the usual term "forecast"; no row is changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table aero_standings rename column foretold_at to forecast_at`.execute(db);
  await sql`alter table aero_standings rename column foretold_day to forecast_day`.execute(db);
}
