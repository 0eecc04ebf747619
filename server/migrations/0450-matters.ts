import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What a console proposes is a work order too, before anybody accepted it.
alter table work_orders add column accepted_at timestamptz, add column accepted_by integer references users on delete set null,
  add column since timestamptz, add column confidence real, add column grade smallint, add column act text, add column urgency text, add column due_by date,
  add column rule text not null default '', add column curve_level jsonb,
  add column dismissed_at timestamptz, add column dismissed_by integer references users on delete set null, add column dismissed_reason text,
  add column dismissed_until date, add column dismissed_level smallint, add column returned_at timestamptz, add column returned text, add column gone_at timestamptz,
  add column joined_into integer references work_orders on delete set null, add column proof text, add column repaired_at timestamptz;
comment on column work_orders.accepted_at is 'Null: proposed by the console, and accepted by nobody yet';
comment on column work_orders.grade is '1 to watch, 2 bad; null: not about a finding';
comment on column work_orders.due_by is 'The day by which the urgency of its cause asks for the work; due_on is the day that people agreed on';
comment on column work_orders.dismissed_level is 'How bad it was as it was dismissed: it returns from a higher one on';
comment on column work_orders.returned is 'Why it came back: worse, day, not_proven';
comment on column work_orders.proof is 'Of an order that is done: verifying, word (asks a person), proven or confirmed; null: never asked';
comment on column work_orders.repaired_at is 'When it was last done, of one that was opened again since';
update work_orders set accepted_at = created_at, accepted_by = created_by;
alter table work_orders alter column accepted_at set default now();

drop index work_orders_one_open;
create unique index work_orders_one_open on work_orders (aero_id, kind)
  where state in ('proposed', 'open', 'planned', 'dismissed') and gone_at is null and aero_id is not null;
create unique index work_orders_one_proposed on work_orders (box_id, kind)
  where state in ('proposed', 'dismissed') and gone_at is null and aero_id is null;
-- The inbox of a client, and what a day brings back.
create index work_orders_standing on work_orders (client_id, assignee_id) where state in ('proposed', 'open', 'planned') or proof in ('verifying', 'word');
create index work_orders_dismissed on work_orders (dismissed_until) where state = 'dismissed' and gone_at is null;
create index work_orders_proving on work_orders (closed_at) where proof in ('verifying', 'word');
create index work_orders_joined_into on work_orders (joined_into) where joined_into is not null;
create index work_orders_accepted_by on work_orders (accepted_by) where accepted_by is not null;
create index work_orders_dismissed_by on work_orders (dismissed_by) where dismissed_by is not null;

alter table alerts add column work_order_id integer references work_orders on delete set null;
create index alerts_work_order on alerts (work_order_id) where work_order_id is not null;

create table work_order_events (id integer generated always as identity primary key, work_order_id integer not null references work_orders on delete cascade,
  at timestamptz not null default clock_timestamp(), type text not null, user_id integer references users on delete set null, detail jsonb);
create index work_order_events_order on work_order_events (work_order_id);
create index work_order_events_user on work_order_events (user_id) where user_id is not null;

-- Boxes whose matters are to be compared with what is known, noted in the transaction of what changed.
-- Notes are added only: whoever changes an alert never waits for a turn that reads another note of its box.
create table matters_due (id bigint generated always as identity primary key, box_id integer not null references boxes on delete cascade, at timestamptz not null default clock_timestamp());
create index matters_due_box on matters_due (box_id);

create function matters_of_diagnosis() returns trigger language plpgsql as $$
begin
  insert into matters_due (box_id) select box_id from aeros where id = new.aero_id;
  return null;
end $$;
create trigger diagnoses_inserted after insert on diagnostics for each row when (new.verdict in ('watch', 'bad')) execute function matters_of_diagnosis();
create trigger diagnoses_changed after update of verdict, findings, repair on diagnostics for each row
  when (new.verdict in ('watch', 'bad') or old.verdict in ('watch', 'bad') or new.repair is not null) execute function matters_of_diagnosis();
create function matters_of_alert() returns trigger language plpgsql as $$
begin
  insert into matters_due (box_id) values (new.box_id);
  return null;
end $$;
create trigger alerts_inserted after insert on alerts for each row execute function matters_of_alert();
create trigger alerts_changed after update of seen_at, silenced, severity, finding on alerts for each row
  when (old.seen_at is distinct from new.seen_at or old.silenced is distinct from new.silenced
    or old.severity is distinct from new.severity or old.finding is distinct from new.finding) execute function matters_of_alert();
create function matters_of_box() returns trigger language plpgsql as $$
begin
  insert into matters_due (box_id) values (new.id);
  return null;
end $$;
create trigger boxes_fell_back after update of firmware_fell_back, client_id on boxes for each row
  when (old.firmware_fell_back is distinct from new.firmware_fell_back or old.client_id is distinct from new.client_id) execute function matters_of_box();

insert into matters_due (box_id) select a.box_id from diagnostics d join aeros a on a.id = d.aero_id where d.verdict in ('watch', 'bad')
  union select box_id from alerts where seen_at is null
  union select id from boxes where firmware_fell_back is not null;
`;

/** A fault is one matter: a work order that begins as a proposal of the console. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
