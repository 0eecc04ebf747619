import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table api_keys add column maker_left_at timestamptz, add column kept_until timestamptz;
comment on column api_keys.maker_left_at is 'Who answered for it was deactivated, deleted or moved to another client; null again once somebody keeps it';
comment on column api_keys.kept_until is 'When it ends if somebody keeps it';

-- A key belongs to the client: it does not end with its maker, but somebody of the client has to want it. Whoever
-- changes the person, by whatever statement.
create function keys_of_leavers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.is_active and not old.is_active then
    update api_keys set maker_left_at = null, kept_until = null, expires_at = kept_until, updated_at = clock_timestamp()
      where created_by = old.id and maker_left_at is not null and expires_at > now();
  elsif tg_op = 'DELETE' or not new.is_active or new.client_id is distinct from old.client_id then
    update api_keys set maker_left_at = now(), kept_until = expires_at, expires_at = least(expires_at, now() + interval '14 days'),
        told_at = null, updated_at = clock_timestamp()
      where created_by = old.id and revoked_at is null and maker_left_at is null and expires_at > now()
        and (tg_op = 'DELETE' or not new.is_active or (not (new.is_staff or new.is_superuser) and client_id is distinct from new.client_id));
    perform pg_notify('aerowatch_keys', '');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger keys_of_who_leaves before delete on users for each row execute function keys_of_leavers();
create trigger keys_of_who_is_changed after update of is_active, client_id on users
  for each row when (old.is_active is distinct from new.is_active or old.client_id is distinct from new.client_id)
  execute function keys_of_leavers();

-- Those whose maker left before this, or is not known.
update api_keys k set maker_left_at = now(), kept_until = expires_at, expires_at = least(expires_at, now() + interval '14 days'), told_at = null
  where revoked_at is null and expires_at > now()
    and not exists (select from users u where u.id = k.created_by and u.is_active and (u.client_id = k.client_id or u.is_staff or u.is_superuser));
`;

/** A key whose creator left ends after 14 days, unless a privileged user of its client keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
