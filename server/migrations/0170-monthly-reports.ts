import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table report_subscriptions (user_id integer not null references users on delete cascade, client_id integer not null references clients on delete cascade,
  sent_month text, primary key (user_id, client_id));
create index report_subscriptions_client on report_subscriptions (client_id);`;

/** Who gets which client's monthly report by e-mail, and the last month that was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
