import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- When each AERO is to be diagnosed next, kept: what is due is found by index, however many AEROs there are.
create table diagnoses_due (aero_id integer primary key references aeros on delete cascade, box_id integer not null,
  rank smallint not null, at timestamptz not null, watched boolean not null);
comment on table diagnoses_due is 'Written from diagnosis_changes by the worker (diagnostics/store-kept-due); an AERO without a row waits for a change';
comment on column diagnoses_due.rank is '0 requested, 1 never diagnosed, 2 otherwise';
comment on column diagnoses_due.at is 'When it is due, as far as is known: later messages may delay it, not bring it forward';
comment on column diagnoses_due.watched is 'May be due from the next message of its box on: looked at each time';
create index diagnoses_due_at on diagnoses_due (rank, at);
create index diagnoses_due_watched on diagnoses_due (aero_id) where watched;

-- AEROs of which something changed that their next diagnosis depends on. Only appended, so that nobody waits for the worker.
create table diagnosis_changes (id bigint generated always as identity primary key, aero_id integer not null);
create function diagnosis_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into diagnosis_changes (aero_id) values (old.aero_id);
  else
    insert into diagnosis_changes (aero_id) values (new.aero_id);
  end if;
  return null;
end $$;
create trigger measures_of_diagnosis_begun after insert on measure_latest for each row execute function diagnosis_changed();
create trigger measures_of_diagnosis_gone after delete on measure_latest for each row execute function diagnosis_changed();
-- Once a day, with the first measure of the day (UTC). Messages of the same day only delay a diagnosis.
create trigger measures_of_diagnosis_changed after update on measure_latest for each row
  when ((old.time at time zone 'UTC')::date <> (new.time at time zone 'UTC')::date or new.received_at < old.received_at) execute function diagnosis_changed();
create trigger diagnosis_stored after insert or update or delete on diagnostics for each row execute function diagnosis_changed();
create trigger diagnosis_requested after insert on diagnostics_asked for each row execute function diagnosis_changed();
create trigger diagnosis_request_changed after update on diagnostics_asked for each row
  when (new.last_at < old.last_at or new.first_at < old.first_at) execute function diagnosis_changed();

create function aero_diagnosis_changed() returns trigger language plpgsql as $$
begin
  insert into diagnosis_changes (aero_id) values (new.id);
  return null;
end $$;
create trigger aeros_diagnosis_changed after update of updated_at, box_id, model_type on aeros for each row
  when ((old.updated_at, old.box_id, old.model_type) is distinct from (new.updated_at, new.box_id, new.model_type)) execute function aero_diagnosis_changed();
create function reset_diagnosis_changed() returns trigger language plpgsql as $$
begin
  insert into diagnosis_changes (aero_id) select id from aeros where box_id = new.box_id;
  return null;
end $$;
create trigger notes_diagnosis_changed after insert or update on notes for each row
  when (new.kind = 'baseline_reset') execute function reset_diagnosis_changed();
insert into diagnosis_changes (aero_id) select aero_id from measure_latest;
`;

/** AEROs whose diagnosis is due are found by index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
