import { type Kysely, sql } from 'kysely';

/**
 * One row per user and channel instead of a column per channel. Webhooks are encrypted; `shown` is the
 * visible part of the address.
 */
const STATEMENTS = `
create table user_channels (user_id integer not null references users on delete cascade, channel text not null, enabled boolean not null default false,
  address text, shown text, format text, primary key (user_id, channel));
insert into user_channels (user_id, channel, enabled)
  select id, 'email', notify_email from users union all select id, 'sms', notify_sms from users;
alter table users drop column notify_email, drop column notify_sms;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
