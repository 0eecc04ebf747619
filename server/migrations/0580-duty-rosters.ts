import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table duty_rosters (
  id integer generated always as identity primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  client_id integer not null unique references clients on delete cascade,
  starts_on date not null,
  weeks smallint not null check (weeks between 1 and 12),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  escalate_after integer check (escalate_after > 0),
  escalate_from text not null default 'medium',
  escalates_since timestamptz
);
comment on table duty_rosters is 'Who of a client is on duty (domain/duty/roster); days begin at hour in time_zone';
comment on column duty_rosters.escalate_after is 'Minutes after which a matter that nobody accepted goes to the next person; null: it stays';
comment on column duty_rosters.escalates_since is 'Matters proposed before stay where they are';
create table duty_people (roster_id integer not null references duty_rosters on delete cascade, place smallint not null,
  user_id integer not null references users on delete cascade, primary key (roster_id, place));
create index duty_people_user on duty_people (user_id);
create table duty_exceptions (roster_id integer not null references duty_rosters on delete cascade, place smallint not null,
  from_on date not null, to_on date not null, user_id integer references users on delete cascade,
  substitute_id integer not null references users on delete cascade, reason text not null default '', primary key (roster_id, place));
create index duty_exceptions_user on duty_exceptions (user_id);
create index duty_exceptions_substitute on duty_exceptions (substitute_id);
alter table supervisors add column tell_on_duty boolean not null default false, add column escalate_after integer check (escalate_after > 0);
comment on column supervisors.escalate_after is 'Minutes, in place of those of the client''s roster';

-- Whom a matter that nobody accepted waits for. Written by the worker that escalates, in one transaction with what it tells.
alter table work_orders add column escalation smallint, add column escalated_to integer references users on delete set null,
  add column escalated_at timestamptz;
comment on column work_orders.escalation is 'How many persons it was given to by the roster; null: none';
create index work_orders_escalated_to on work_orders (escalated_to) where escalated_to is not null;
create index work_orders_waiting on work_orders (client_id, created_at) where state = 'proposed';
`;

/** Duty rosters of clients, rules that tell the person on duty, and matters that go to the next person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
