import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Works close one track of a line: the AEROs of the others are still told of.
alter table silences add column track text;
comment on column silences.track is 'Of a line: AEROs of this track alone; null for all';
alter table silence_windows add column track text;

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
      and (w.track is null or w.track = a.track_number)
$$;
`;

/** A silence of a line may be limited to one track. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
