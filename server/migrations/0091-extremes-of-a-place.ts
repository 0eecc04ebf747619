import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table boxes add column altitude double precision, add column temperature_coldest real, add column temperature_hottest real;
comment on column boxes.altitude is 'm above the sea';
comment on column boxes.temperature_coldest is '°C to be reckoned with, where the table of places is not believed';`;

/** Extremes of a box's place, entered by somebody who knows better than the built-in table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
