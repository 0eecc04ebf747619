import type { notificationsList } from '@aerowatch/contracts/api/console';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../../platform/database/list.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { addressOf } from '../../outbox/store-channels.ts';

export interface NotificationRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  client_id: number | null;
  user_id: number | null;
  user_name: string;
  channel: ChannelKey;
  kind: 'alert' | 'digest' | 'test' | 'reset' | 'export';
  recipient: string;
  subject: string;
  state: 'queued' | 'sent' | 'failed' | 'not_sent';
  attempts: number;
  last_error: string | null;
  next_attempt_at: Date;
  sent_at: Date | null;
  alerts: number[];
}

// A user who moved to another client does not take the old client's messages along.
const COLUMNS = sql`m.id, m.created_at, m.updated_at, m.client_id, m.user_id, m.channel, m.kind, m.recipient, m.subject,
  m.state, m.attempts, m.last_error, m.next_attempt_at, m.sent_at,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as user_name,
  array(select distinct n.alert_id from notifications n where n.message_id = m.id order by n.alert_id) as alerts`;
const FROM = sql`messages m left join users u on u.id = m.user_id`;

export async function listNotifications(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof notificationsList>,
): Promise<ListPage<NotificationRow>> {
  const words = (text: string | undefined) => text?.split(',').filter((word) => word !== '');
  const among_ = (column: string, text: string | undefined) =>
    text === undefined ? sql`true` : sql`${sql.ref(column)} = any(${words(text)}::text[])`;
  const where = all([
    visibleTo(viewer, 'm.client_id'),
    among('m.user_id', query.user),
    among_('m.state', query.state),
    among_('m.channel', query.channel),
    query.alert === undefined
      ? sql`true`
      : sql`exists (select from notifications n where n.message_id = m.id and n.alert_id = any(${query.alert}::int[]))`,
    query.search
      ? sql`(m.recipient ilike ${containing(query.search)} or m.subject ilike ${containing(query.search)})`
      : sql`true`,
  ]);
  return listedSql(db, query, {
    columns: COLUMNS,
    changed: 'm',
    from: sql`${FROM} where ${where}`,
    counted: sql`messages m where ${where}`,
    order: orderOf(query.ordering, '-created_at,-id', (field) => sql.ref(`m.${field}`), false),
  });
}

export async function notificationsByIds(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`select ${COLUMNS} from ${FROM}
    where ${visibleTo(viewer, 'm.client_id')} and ${among('m.id', ids)} order by m.id`.execute(db);
  return rows;
}

export async function notificationForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<NotificationRow> {
  await sql`select from messages where id = ${id} for update`.execute(trx);
  return found(await notificationsByIds(trx, viewer, [id]));
}

/** Due now, for another 24 hours; to the present address of the user. */
export async function requeue(trx: Trx, id: number): Promise<void> {
  await sql`update messages m set state = 'queued', next_attempt_at = clock_timestamp(), first_attempt_at = null,
      updated_at = clock_timestamp(), last_error = null,
      recipient = coalesce((select nullif(${addressOf('m.channel', 'u')}, '') from users u where u.id = m.user_id), m.recipient)
    where id = ${id}`.execute(trx);
}
