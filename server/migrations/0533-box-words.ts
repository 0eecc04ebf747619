import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What a box is found by, beside it: a box is written with each of its messages, its words hardly ever, so that an index
-- over them costs nothing.
create table box_words (box_id integer primary key references boxes on delete cascade, words text not null);
comment on column box_words.words is 'search_text of the box, kept by triggers';
create function keep_box_words() returns trigger language plpgsql as $$
begin
  insert into box_words (box_id, words) values (new.id, new.search_text) on conflict (box_id) do update set words = excluded.words;
  return null;
end $$;
create trigger boxes_named after insert on boxes for each row execute function keep_box_words();
create trigger boxes_renamed after update on boxes for each row
  when (old.search_text is distinct from new.search_text) execute function keep_box_words();
insert into box_words (box_id, words) select id, search_text from boxes;
create index boxes_kilometer_point on boxes (kilometer_point, id);
`;

/** The words of boxes in a table of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
