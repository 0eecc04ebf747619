import { type Kysely, sql } from 'kysely';

/**
 * The outbox as it is read and cleaned: what a message tells is found by the message, and goes with it
 * (set to null, an old notification would be gathered and told once more).
 */
const STATEMENTS = `
alter table notifications drop constraint notifications_message_id_fkey;
alter table notifications add constraint notifications_message_id_fkey foreign key (message_id) references messages on delete cascade;
create index notifications_message on notifications (message_id);
create index notifications_alert on notifications (alert_id);
create index messages_client on messages (client_id, created_at desc, id desc);
create index messages_user on messages (user_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}
