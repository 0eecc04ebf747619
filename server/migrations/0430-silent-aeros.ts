import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- When each AERO was last heard with a measure of its own: the box may go on sending without one of them.
alter table boxes add column aero1_send timestamptz, add column aero2_send timestamptz;
comment on column boxes.aero1_send is 'Last message with a measure of AERO 1; null: never, or not connected';
update boxes b set aero1_send = own.first, aero2_send = own.second
  from (select a.box_id, max(l.received_at) filter (where a.position = 1) as first, max(l.received_at) filter (where a.position = 2) as second
    from aeros a join measure_latest l on l.aero_id = a.id where a.model_type <> 0 group by a.box_id) own
  where own.box_id = b.id;

-- An AERO that was removed or disconnected is not missed.
create function aero_disconnected() returns trigger language plpgsql as $$
begin
  update boxes set aero1_send = case when old.position = 1 then null else aero1_send end,
    aero2_send = case when old.position = 2 then null else aero2_send end where id = old.box_id;
  return null;
end $$;
create trigger aeros_removed after delete on aeros for each row execute function aero_disconnected();
create trigger aeros_disconnected after update of model_type on aeros for each row
  when (new.model_type = 0 and old.model_type <> 0) execute function aero_disconnected();
`;

/** An AERO that stops alone while its twin goes on is silent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
