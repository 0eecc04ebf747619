import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Changes of many boxes at once, so that what became of them can be looked up later.
create table configuration_changes (id integer primary key generated always as identity, created_at timestamptz not null default now(),
  user_id integer references users on delete set null, changes jsonb not null);
create table configuration_change_boxes (change_id integer not null references configuration_changes on delete cascade,
  box_id integer not null references boxes on delete cascade, version integer not null, primary key (change_id, box_id));
create index configuration_change_boxes_box on configuration_change_boxes (box_id);
`;

/** The progress of a change of many boxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
