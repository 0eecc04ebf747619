import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Whether somebody worked on an AERO at the time of a step: asked once.
create table work_answers (id serial primary key, aero_id integer not null references aeros on delete cascade, at timestamptz not null,
  fault text not null, worked boolean not null, user_id integer references users on delete set null, answered_at timestamptz not null default now());
create index work_answers_aero on work_answers (aero_id);`;

/** Answers to the question whether a step was work on site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
