import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- When the forecast of an AERO is due, kept: what is due is found by index, however many AEROs there are.
alter table aero_standings add column due_at timestamptz generated always as (case
  when forecast_at is null or computed_at > forecast_at then '-infinity'::timestamptz
  when forecast_day is null then 'infinity'::timestamptz
  else (forecast_day + 1 - make_interval(hours => place_hours)) at time zone 'UTC' end) stored;
comment on column aero_standings.due_at is 'When its day is over at its place; at once after a new line. Newer weather and changed data make it due as well';
create index aero_standings_due on aero_standings (due_at);
-- Those that are older than the weather of their point, or than a new point.
create index aero_standings_forecast on aero_standings (forecast_at);
create index aero_standings_point on aero_standings (point_id, forecast_at);

-- AEROs whose data or whose box's changed after their forecast. Only appended, so that whoever changes them never waits for a batch of forecasts.
create table forecast_changes (aero_id integer not null references aeros on delete cascade);
create index forecast_changes_aero on forecast_changes (aero_id);
create function aero_forecast_changed() returns trigger language plpgsql as $$
begin
  insert into forecast_changes (aero_id) select aero_id from aero_standings where aero_id = new.id;
  return null;
end $$;
create trigger aeros_forecast_changed after update of updated_at on aeros for each row
  when (old.updated_at is distinct from new.updated_at) execute function aero_forecast_changed();
create function box_forecast_changed() returns trigger language plpgsql as $$
begin
  insert into forecast_changes (aero_id) select s.aero_id from aeros a join aero_standings s on s.aero_id = a.id where a.box_id = new.id;
  return null;
end $$;
create trigger boxes_forecast_changed after update of updated_at on boxes for each row
  when (old.updated_at is distinct from new.updated_at) execute function box_forecast_changed();
insert into forecast_changes (aero_id) select s.aero_id from aero_standings s join aeros a on a.id = s.aero_id join boxes b on b.id = a.box_id
  where a.updated_at > s.forecast_at or b.updated_at > s.forecast_at;
`;

/** AEROs whose forecast is due are found by index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
