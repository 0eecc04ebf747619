import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Which months of an AERO lie in which file (its SHA-256). While there is a row for a month its rollups stay as they
-- were made, however many measures come late: only with every file restored are all measures there again.
create table measure_archived_months (
  aero_id integer not null, month date not null, file bytea not null, primary key (aero_id, month, file));
comment on table measure_archived_months is 'A row per AERO, month and file of archived measures (docs/decisions/0160)';
-- Which files it were was not written down before: the empty one stands for them.
insert into measure_archived_months (aero_id, month, file)
  select aero_id, month::date, '' from measure_archived, generate_series(first, until - 1, interval '1 month') as month;
drop table measure_archived;`;

/** Archived months are recorded by their files, instead of being inferred from counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
