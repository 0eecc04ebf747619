import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- AEROs whose forecast is new and that somebody watches by it; how far each was judged so.
create table forecast_due (aero_id integer primary key references aeros on delete cascade, at timestamptz not null default clock_timestamp());
create table forecast_judging (aero_id integer primary key references aeros on delete cascade, judged_until timestamptz not null);`;

/** Conditions on the forecast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
