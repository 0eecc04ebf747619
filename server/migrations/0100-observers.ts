import { type Kysely, sql } from 'kysely';

/**
 * The role Observer is group 3. A group that an operator created under this number or name keeps its people
 * under another. Also records when a session last confirmed: nobody is asked before the first act that needs
 * it.
 */
const STATEMENTS = `
update groups set name = name || ' ' || id where name = 'Observer';
insert into groups select greatest(4, (select max(id) + 1 from groups)), name || ' (3)' from groups where id = 3;
update user_groups set group_id = (select max(id) from groups) where group_id = 3;
delete from groups where id = 3;
update groups set name = left(name, length(name) - 4) where name like '% (3)';
insert into groups values (3, 'Observer');
alter table tokens add column confirmed_at timestamptz;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
