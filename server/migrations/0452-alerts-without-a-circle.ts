import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- An order names the alert that it was made from, and an alert its matter, and an order the one that took it over:
-- tables are restored one after the other, so that the latter two are no references.
alter table alerts drop constraint alerts_work_order_id_fkey;
alter table work_orders drop constraint work_orders_joined_into_fkey;
create function matter_removed() returns trigger language plpgsql as $$
begin
  update alerts set work_order_id = null where work_order_id = old.id;
  update work_orders set joined_into = null where joined_into = old.id;
  return null;
end $$;
create trigger work_orders_removed after delete on work_orders for each row execute function matter_removed();
-- A restore brings the notes of boxes with it.
create or replace function matters_of_diagnosis() returns trigger language plpgsql as $$
begin
  if current_setting('aerowatch.restoring', true) = 'on' then return null; end if;
  insert into matters_due (box_id) select box_id from aeros where id = new.aero_id;
  return null;
end $$;
create or replace function matters_of_alert() returns trigger language plpgsql as $$
begin
  if current_setting('aerowatch.restoring', true) = 'on' then return null; end if;
  insert into matters_due (box_id) values (new.box_id);
  return null;
end $$;
update work_order_events set detail = detail - 'assignee_name' where detail ? 'assignee_name';
`;

/** Removes a circular reference between tables, because a backup is restored table by table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
