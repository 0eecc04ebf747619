import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table forecast_days add column scored_leads smallint;
comment on column forecast_days.scored_leads is 'Leads that were scored before an issue came late and the day was opened again: a bit each';`;

/** A weather issue may arrive after its days were scored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
