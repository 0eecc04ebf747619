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
`;

/** What is silenced is found by box, tag and line, however many silences there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
