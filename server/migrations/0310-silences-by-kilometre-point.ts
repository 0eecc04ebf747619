import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- A stretch of a line as one range: of a line of a client 2^21 metres, from 11 km before its beginning; the whole line where no end is
-- named. Two lines that fall on one number are told apart by their names.
create function silence_line(client integer, line text) returns bigint language sql immutable as $$
  select ('x' || substr(md5(client || ' ' || line), 1, 10))::bit(40)::bigint << 21 $$;
create function silence_metre(km double precision) returns bigint language sql immutable as $$
  select case when km is not null then least(greatest(floor((km + 11) * 1000), 0), 2097150)::bigint end $$;

alter table silence_windows add column from_km double precision, add column to_km double precision;
update silence_windows w set from_km = s.from_km, to_km = s.to_km from silences s where s.id = w.silence_id and s.scope = 'line';
alter table silence_windows add column stretch int8range generated always as (case when line <> '' then int8range(
  silence_line(client_id, line) + coalesce(silence_metre(from_km), 0), silence_line(client_id, line) + coalesce(silence_metre(to_km), 2097151), '[]') end) stored;
drop index silence_windows_line;
drop index silence_windows_tag;
create index silence_windows_tag on silence_windows (tag_id, ends_at) include (starts_at, client_id, silence_id) where tag_id is not null;
create index silence_windows_stretch on silence_windows using gist (stretch) where stretch is not null;

-- As before; of a line only the stretches in which the box stands are looked at, not all of the line's. A box whose kilometre point is
-- not known is on the line and on no stretch of it.
create or replace function silences_over(aero integer, since timestamptz, until timestamptz)
returns table (silence_id integer, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select w.silence_id, w.starts_at, w.ends_at from aeros a join boxes b on b.id = a.box_id join silence_boxes sb on sb.box_id = b.id
    join silence_windows w on w.silence_id = sb.silence_id
    where a.id = aero and w.client_id = b.client_id and w.ends_at > since and w.starts_at <= until
  union all
  select w.silence_id, w.starts_at, w.ends_at from aeros a join boxes b on b.id = a.box_id join box_tags bt on bt.box_id = b.id
    join silence_windows w on w.tag_id = bt.tag_id
    where a.id = aero and w.client_id = b.client_id and w.ends_at > since and w.starts_at <= until
  union all
  select w.silence_id, w.starts_at, w.ends_at from aeros a join boxes b on b.id = a.box_id
    join silence_windows w on w.stretch is not null
      and w.stretch @> silence_line(b.client_id, coalesce(nullif(a.line, ''), b.line)) + coalesce(silence_metre(b.kilometer_point), 2097151)
    where a.id = aero and w.client_id = b.client_id and w.line = coalesce(nullif(a.line, ''), b.line) and w.ends_at > since and w.starts_at <= until
      and (w.from_km is null or b.kilometer_point >= w.from_km) and (w.to_km is null or b.kilometer_point <= w.to_km)
$$;
`;

/** An index of silences of a range by kilometre point, for any number per line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
