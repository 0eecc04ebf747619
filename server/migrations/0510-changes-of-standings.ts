import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table aero_standings add column changed_on date, add column changed_by text;
comment on column aero_standings.changed_on is 'Day of the newest change that the diagnosis knows, from which the forecast begins anew; null: none';
comment on column aero_standings.changed_by is 'The fault behind it (domain/forecast/change)';
`;

/** The change from which the forecast of an AERO begins anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
