import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table notices (id integer generated always as identity primary key, user_id integer not null references users on delete cascade,
  at timestamptz not null default clock_timestamp(), type text not null, work_order_id integer not null references work_orders on delete cascade,
  by_id integer references users on delete set null, comment text not null default '', read_at timestamptz);
comment on table notices is 'What a person is told of matters in the console: who handed them over, what is open again';
create index notices_user on notices (user_id, id);
create index notices_order on notices (work_order_id);
create index notices_by on notices (by_id) where by_id is not null;
create index notices_at on notices (at);
`;

/** A user to whom a matter is assigned is notified in the console, with who assigned it and the comment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
