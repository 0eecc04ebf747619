import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Windows of a tag or a line are found by it; those of boxes by their boxes.
alter table silence_windows add column tag_id integer, add column line text;
update silence_windows w set tag_id = s.tag_id, line = s.line from silences s where s.id = w.silence_id and s.scope <> 'boxes';
drop index silence_windows_time;
create index silence_windows_tag on silence_windows (tag_id, ends_at) where tag_id is not null;
create index silence_windows_line on silence_windows (client_id, line, ends_at) where line is not null;
-- Open alerts of a silence are counted beside it.
create index alerts_silence on alerts (silence_id) where silenced;

-- Windows of silence over an AERO that hold at some moment between two (both included). A tag or line counts as it is now. Each way to a
-- window is by index, so that it costs what this AERO has, whatever else is silenced.
create function silences_over(aero integer, since timestamptz, until timestamptz)
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
    join silence_windows w on w.client_id = b.client_id and w.line = coalesce(nullif(a.line, ''), b.line)
    join silences s on s.id = w.silence_id
    where a.id = aero and w.line <> '' and w.ends_at > since and w.starts_at <= until
      and (s.from_km is null or b.kilometer_point >= s.from_km) and (s.to_km is null or b.kilometer_point <= s.to_km)
$$;
`;

/** Indexes of silences by box, tag and line, for any number of silences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
