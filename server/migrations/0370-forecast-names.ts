import { type Kysely, sql } from 'kysely';

/** The field's word for what was "foretold": only names change, no row is touched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table aero_standings rename column foretold_at to forecast_at`.execute(db);
  await sql`alter table aero_standings rename column foretold_day to forecast_day`.execute(db);
}
