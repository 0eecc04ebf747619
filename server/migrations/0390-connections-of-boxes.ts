import { type Kysely, sql } from 'kysely';

/** The channel that every process with connections of boxes listens to. */
const CHANNEL = 'aerowatch_box_connection';

const STATEMENTS = `
-- A connection of a box ends, in every process, when what it proved at its beginning is true no longer: its serial
-- number, its client, a password that counts. Whoever changes it, by whatever statement.
create function end_box_connections() returns trigger language plpgsql as $$
begin
  perform pg_notify('${CHANNEL}', '*:' || old.id || ':' || old.serial_number);
  return null;
end $$;
create trigger box_connections_end after update of serial_number, client_id, secret_hash, previous_secret_hash on boxes
  for each row when (old.serial_number is distinct from new.serial_number or old.client_id is distinct from new.client_id
    or (old.secret_hash is not null and old.secret_hash is distinct from new.secret_hash
      and old.secret_hash is distinct from new.previous_secret_hash)
    or (old.previous_secret_hash is not null and old.previous_secret_hash is distinct from new.secret_hash
      and old.previous_secret_hash is distinct from new.previous_secret_hash))
  execute function end_box_connections();
create trigger deleted_box_connections_end after delete on boxes for each row execute function end_box_connections();

-- Who had a serial number and when: a message that names its box by nothing else belongs to who had it then.
create table former_serial_numbers (serial_number text not null, since timestamptz not null, until timestamptz not null default now(),
  box_id integer references boxes on delete set null);
create index former_serial_numbers_by_serial on former_serial_numbers (serial_number, since);
create index former_serial_numbers_by_box on former_serial_numbers (box_id);
comment on column former_serial_numbers.box_id is 'Null once the box is deleted';
create function note_former_serial_number() returns trigger language plpgsql as $$
declare
  since timestamptz := coalesce((select max(f.until) from former_serial_numbers f where f.box_id = old.id), old.created_at);
begin
  insert into former_serial_numbers (serial_number, since, box_id)
    values (old.serial_number, since, case tg_op when 'DELETE' then null else old.id end);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger renamed_boxes before update of serial_number on boxes
  for each row when (old.serial_number is distinct from new.serial_number) execute function note_former_serial_number();
create trigger deleted_boxes before delete on boxes for each row execute function note_former_serial_number();
`;

/** Connections of boxes refer to the box instead of its serial number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
