import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Whom a supervisor tells. Who that is is found as a message is queued: people come, go and change their role.
alter table supervisors add column tell_all boolean not null default true, add column tell_groups integer[] not null default '{}',
  add column tell_in_charge boolean not null default false;
comment on column supervisors.tell_all is 'All active users of the client who chose the channel; else those of the groups, of supervisor_people, and in charge';
create table supervisor_people (supervisor_id integer not null references supervisors on delete cascade,
  user_id integer not null references users on delete cascade, primary key (supervisor_id, user_id));
create index supervisor_people_user on supervisor_people (user_id);
`;

/** A supervisor notifies all users of its client, or roles, persons and the person in charge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
