import { CHANNEL_KEYS } from '@aerowatch/domain/notifications/channels';
import { sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import type { AlertsTable } from '../schema.ts';

/** The caller must have checked that the viewer may see the alert. */
export async function setWork(trx: Trx, id: number, values: Updateable<AlertsTable>): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Name of an active user who may be assigned an alert: member of the client, or administrator; else undefined. */
export async function assigneeName(trx: Trx, user: number, client: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from users
    where id = ${user} and is_active and (client_id = ${client} or is_staff or is_superuser)`.execute(trx);
  return rows[0]?.name;
}

/**
 * Queues a notification by every channel the assignee wants, or by e-mail if there is none; returns how many.
 */
export async function tellAssignee(trx: Trx, alert: number, user: number): Promise<number> {
  const result = await sql`insert into notifications (user_id, channel, alert_id, occurrence, kind)
    select ${user}::int, t.channel, al.id, (select count(*) from alert_events e where e.alert_id = al.id and e.type = 'assigned'), 'assigned'
    from alerts al, unnest(${[...CHANNEL_KEYS]}::text[]) as t (channel)
    where al.id = ${alert} and (
      exists (select from user_channels c where c.user_id = ${user} and c.channel = t.channel and c.enabled)
      or (t.channel = 'email' and not exists (select from user_channels c where c.user_id = ${user} and c.enabled)))
    on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** Records an act of a person in the timelines of alerts. */
export async function note(
  trx: Trx,
  viewer: Viewer,
  ids: readonly number[],
  type: string,
  at: Date,
  detail: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into alert_events (alert_id, at, type, user_id, user_name, detail)
    select a.id, ${at}, ${type}, u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email), to_jsonb(${detail}::text)
    from unnest(${[...ids]}::int[]) as a (id) left join users u on u.id = ${userIdOf(viewer)}`.execute(trx);
}

export interface CommentRow {
  id: number;
  at: Date;
  user: number | null;
  user_name: string;
  text: string;
}

export async function commentsOf(db: Db, alert: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select id, at, user_id as user, user_name, text from alert_comments where alert_id = ${alert} order by id`.execute(
    db,
  );
  return rows;
}

export async function addComment(trx: Trx, viewer: Viewer, alert: number, text: string): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    insert into alert_comments (alert_id, user_id, user_name, text)
    select ${alert}, u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, ''), ${text}
    from (select ${userIdOf(viewer)}::int as id) v left join users u on u.id = v.id
    returning id, at, user_id as user, user_name, text`.execute(trx);
  return rows[0]!;
}

export interface TurnRow {
  at: Date;
  type: string;
  name: string | null;
  detail: string | null;
  count: number | null;
}

/** The history of an episode, oldest first. Messages are listed by the time they were sent. */
export async function timelineOf(db: Db, alert: number): Promise<TurnRow[]> {
  const { rows } = await sql<TurnRow>`
    select at, type, name, detail, count from (
      select opened_at as at, 'opened' as type, supervisor_name as name, null as detail, null::int as count, 0 as rank from alerts where id = ${alert}
      union all select at, type, user_name, detail #>> '{}', null, 1 from alert_events where alert_id = ${alert}
      union all select at, 'comment', user_name, text, null, 2 from alert_comments where alert_id = ${alert}
      union all select m.sent_at, 'told', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email), n.channel, null, 2
        from notifications n join messages m on m.id = n.message_id join users u on u.id = n.user_id
        where n.alert_id = ${alert} and m.sent_at is not null
      union all select last_at, 'still', null, null, occurrences, 3 from alerts where id = ${alert} and cleared_at is null and seen_at is null and occurrences > 1
    ) turns order by at, rank`.execute(db);
  return rows;
}
