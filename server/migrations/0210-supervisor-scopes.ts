import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- A supervisor of a tag watches the AEROs whose boxes have it; without the tag it keeps those it had.
alter table supervisors add column tag_id integer references tags on delete set null;
create index supervisors_tag on supervisors (tag_id) where tag_id is not null;

-- Boxes whose client, tags or AEROs changed: supervisors that follow them look at these alone.
create table supervisor_scope_due (id bigint primary key generated always as identity, box_id integer not null);
create function boxes_to_follow() returns trigger language plpgsql as $$
begin
  -- A restore brings the rows of this table with it.
  if current_setting('aerowatch.restoring', true) = 'on' then return null; end if;
  insert into supervisor_scope_due (box_id) select distinct box_id from changed;
  perform pg_notify('supervisor_scopes', '');
  return null;
end $$;
create function box_to_follow() returns trigger language plpgsql as $$
begin
  insert into supervisor_scope_due (box_id) values (new.id);
  perform pg_notify('supervisor_scopes', '');
  return null;
end $$;
create trigger aeros_to_follow after insert on aeros referencing new table as changed for each statement execute function boxes_to_follow();
create trigger tags_to_follow after insert on box_tags referencing new table as changed for each statement execute function boxes_to_follow();
create trigger tags_not_to_follow after delete on box_tags referencing old table as changed for each statement execute function boxes_to_follow();
create trigger clients_to_follow after update of client_id on boxes for each row when (old.client_id is distinct from new.client_id) execute function box_to_follow();
insert into supervisor_scope_due (box_id) select b.id from boxes b
  where exists (select from supervisors s where s.client_id = b.client_id and s.whole_client);
`;

/** Supervisors of a tag, and the boxes that following supervisors must check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
