import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What an AERO is called by, beside the findings themselves, so that lists filter and order without opening them.
alter table diagnostics add column primary_finding text, add column faults text[] not null default '{}', add column fault text,
  add column since timestamptz, add column confidence real, add column act text, add column act_by timestamptz,
  add column loaded_at timestamptz;
comment on column diagnostics.primary_finding is 'Key of the finding that the others come from; null when nothing is wrong';
comment on column diagnostics.faults is 'All that is wrong, by name, the most telling first';
comment on column diagnostics.loaded_at is 'When the measures were read: what came later is not in it';

-- AEROs to diagnose again before their next day: older measures came in, or an alert was opened. Removed by the worker that
-- diagnosed them; the two times let it wait until a backlog is in, but not for ever.
create table diagnostics_asked (aero_id integer primary key, first_at timestamptz not null default now(), last_at timestamptz not null default now());`;

/** The findings of each AERO as columns, and the AEROs to be diagnosed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
