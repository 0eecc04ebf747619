import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Where an AERO of a standing is, beside it: its neighbours and what is due are found by index, however many there are.
alter table aero_standings add column client_id integer, add column line text, add column conductor_type text,
  add column place_hours integer not null default 0;
comment on column aero_standings.client_id is 'Of its box, kept by triggers like line, conductor_type and place_hours';
comment on column aero_standings.line is 'Its own, or its box''s';
comment on column aero_standings.place_hours is 'Solar time ahead of UTC, by the longitude of its box';

create function place_standings(ids integer[]) returns void language sql as $$
  -- Shared locks: whoever changes the place meanwhile waits, and then finds the standing.
  update aero_standings s set client_id = p.client_id, line = p.line, conductor_type = p.conductor_type, place_hours = p.hours
  from (select a.id, b.client_id, coalesce(nullif(a.line, ''), b.line) as line, a.conductor_type, coalesce(round(b.longitude / 15)::integer, 0) as hours
    from aeros a join boxes b on b.id = a.box_id where a.id = any(ids) for share of a, b) p
  where s.aero_id = p.id;
$$;
create function standing_placed() returns trigger language plpgsql as $$
begin perform place_standings(array(select aero_id from placed)); return null; end $$;
create trigger standings_placed after insert on aero_standings referencing new table as placed for each statement execute function standing_placed();

create function aero_moved() returns trigger language plpgsql as $$
begin perform place_standings(array[new.id]); return null; end $$;
create trigger aeros_moved after update of box_id, line, conductor_type on aeros for each row
  when ((old.box_id, old.line, old.conductor_type) is distinct from (new.box_id, new.line, new.conductor_type)) execute function aero_moved();

create function box_moved() returns trigger language plpgsql as $$
begin perform place_standings(array(select id from aeros where box_id = new.id)); return null; end $$;
create trigger boxes_moved after update of client_id, line, longitude on boxes for each row
  when ((old.client_id, old.line, old.longitude) is distinct from (new.client_id, new.line, new.longitude)) execute function box_moved();

update aero_standings s set client_id = b.client_id, line = coalesce(nullif(a.line, ''), b.line), conductor_type = a.conductor_type,
  place_hours = coalesce(round(b.longitude / 15)::integer, 0) from aeros a join boxes b on b.id = a.box_id where a.id = s.aero_id;
alter table aero_standings add column slope_known boolean generated always as
  (unavailable is null and (standing->>'slopeError')::float8 < 0.1 * abs((standing->>'slope')::float8)) stored;
comment on column aero_standings.slope_known is 'To a tenth: others on its line may learn from it';
create index aero_standings_line on aero_standings (client_id, line, conductor_type, aero_id) where slope_known;
`;

/** An index for neighbours of an AERO on its line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
