import { type Kysely, sql } from 'kysely';

/**
 * Reading and cleaning the outbox: notifications are found by their message, and deleted with it (with a null
 * reference, an old notification would be gathered and sent again).
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
