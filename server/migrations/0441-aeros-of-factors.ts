import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- How many AEROs learn together, kept beside what they have learnt. Changes are added up by whoever holds the lock on the
-- factors: a diagnosis that adds one never waits for a batch of forecasts.
alter table forecast_factors add column aeros integer not null default 0;
comment on column forecast_factors.aeros is 'AEROs of the client that stand somewhere, without the changes that wait in forecast_factor_changes';
create table forecast_factor_changes (client_id integer not null, aeros integer not null);
create index forecast_factor_changes_client on forecast_factor_changes (client_id);

create function standing_counted() returns trigger language plpgsql as $$
begin
  if old.client_id is not null and old.unavailable is null then
    insert into forecast_factor_changes (client_id, aeros) values (old.client_id, -1);
  end if;
  if tg_op = 'UPDATE' then
    if new.client_id is not null and new.unavailable is null then
      insert into forecast_factor_changes (client_id, aeros) values (new.client_id, 1);
    end if;
  end if;
  return null;
end $$;
-- A standing has no client as it is inserted: standings_placed gives it one.
create trigger standings_counted after update of client_id, unavailable on aero_standings for each row
  when (old.client_id is distinct from new.client_id or (old.unavailable is null) <> (new.unavailable is null)) execute function standing_counted();
create trigger standings_uncounted after delete on aero_standings for each row execute function standing_counted();
insert into forecast_factor_changes (client_id, aeros)
  select client_id, count(*) from aero_standings where client_id is not null and unavailable is null group by 1;
`;

/** AEROs that learn together are counted when they change, not for each batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
