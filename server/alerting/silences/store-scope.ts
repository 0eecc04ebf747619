import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the silence `s` is about the AERO `a` of the box `b`. A tag or line counts as it is now. */
export const WINDOW_HOLDS: RawBuilder<SqlBool> = sql`case s.scope
  when 'boxes' then exists (select from silence_boxes sb where sb.silence_id = s.id and sb.box_id = b.id)
  when 'tag' then exists (select from box_tags bt where bt.tag_id = s.tag_id and bt.box_id = b.id)
  else coalesce(nullif(a.line, ''), b.line) = s.line
    and (s.from_km is null or b.kilometer_point >= s.from_km) and (s.to_km is null or b.kilometer_point <= s.to_km) end`;
