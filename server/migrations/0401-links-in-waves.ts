import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table configuration_change_boxes add column wave smallint not null default 1, add column desired jsonb;
comment on column configuration_change_boxes.desired is 'Fields of the link that wait for the waves before, secrets sealed; null: given to the box.';
alter table configuration_changes add column stopped boolean not null default false;
create index configuration_change_boxes_waiting on configuration_change_boxes (change_id) where desired is not null;`;

/** The connection settings of many boxes change in waves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
