import { type Kysely, sql } from 'kysely';

/** The first arguments are the namespaces of the locks in platform/http/store-rights.ts. */
const STATEMENTS = `
create function rights_change() returns trigger language plpgsql as $$
declare
  owner integer := (coalesce(to_jsonb(old), to_jsonb(new)) ->> tg_argv[1])::integer;
begin
  perform pg_advisory_xact_lock(tg_argv[0]::integer, owner % 1024);
  if tg_argv[2] = 'streams' then
    perform pg_notify('aerowatch_sessions', owner::text);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
comment on function rights_change is 'What may be done by somebody changes: changes under way by them end first, and their live streams look again';
create trigger rights_change before update on users for each row
  when ((old.is_active, old.client_id, old.is_staff, old.is_superuser, old.must_change_password)
    is distinct from (new.is_active, new.client_id, new.is_staff, new.is_superuser, new.must_change_password))
  execute function rights_change(81, 'id', 'streams');
create trigger rights_end before delete on users for each row
  execute function rights_change(81, 'id', 'streams');
create trigger rights_change before insert or update or delete on user_groups for each row
  execute function rights_change(81, 'user_id', 'streams');
create trigger rights_end before delete on tokens for each row
  execute function rights_change(81, 'user_id', 'streams');
create trigger rights_change before update on tokens for each row
  when ((old.user_id, old.expires_at) is distinct from (new.user_id, new.expires_at))
  execute function rights_change(81, 'user_id', 'streams');
create trigger rights_change before update on api_keys for each row
  when ((old.client_id, old.revoked_at, old.expires_at, old.scopes)
    is distinct from (new.client_id, new.revoked_at, new.expires_at, new.scopes))
  execute function rights_change(82, 'id', 'none');
create trigger rights_end before delete on api_keys for each row
  execute function rights_change(82, 'id', 'none');`;

/** Whatever revokes a right waits for changes that began under it; later changes see it revoked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
