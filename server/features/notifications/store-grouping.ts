import { CHANNEL_KEYS, channelOf } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { addressOf, missingOf } from '../outbox/store-channels.ts';

/**
 * Whether a notification waits for the end of somebody's quiet hours: messages of low and medium severity by
 * channels that respect them, by their local time, also across clock changes; hours may cross midnight.
 * Assignments by name do not wait, nor what goes to the next on duty.
 */
const waits = (at: Date) => {
  const clock = sql<string>`to_char(${at}::timestamptz at time zone u.time_zone, 'HH24:MI')`;
  return sql<boolean>`(u.quiet_from is not null and u.quiet_to is not null and n.kind not in ('assigned', 'escalated') and al.severity <> 'high'
    and n.channel = any(${CHANNEL_KEYS.filter((key) => channelOf(key).quiet)}::text[])
    and case when u.quiet_from <= u.quiet_to then ${clock} >= u.quiet_from and ${clock} < u.quiet_to
      else ${clock} >= u.quiet_from or ${clock} < u.quiet_to end)`;
};

/**
 * Open alerts of high severity that nobody has seen are sent again to people who want that, up to this many
 * times; none during a silence.
 */
const MAX_REPEATS = 10;

/** Queues repeated notifications; returns how many. */
export async function queueRepeats(trx: Trx, at: Date): Promise<number> {
  const result = await sql`insert into notifications (user_id, channel, alert_id, occurrence, kind)
    select t.user_id, t.channel, t.alert_id, t.repeats + 1, 'repeat' from (
      select n.user_id, n.channel, n.alert_id, max(n.created_at) as last, count(*) filter (where n.kind = 'repeat')::int as repeats
      from alerts al join notifications n on n.alert_id = al.id and n.kind in ('alert', 'flapping', 'repeat')
      where al.seen_at is null and al.severity = 'high' and not al.silenced
        and not exists (select from silences_over(al.aero_id, ${at}::timestamptz, ${at}::timestamptz))
      group by n.user_id, n.channel, n.alert_id having bool_and(n.message_id is not null)) t
    join users u on u.id = t.user_id and u.is_active and u.repeat_after is not null
    join user_channels c on c.user_id = t.user_id and c.channel = t.channel and c.enabled
    where t.repeats < ${MAX_REPEATS} and t.last <= ${at}::timestamptz - make_interval(mins => u.repeat_after)
    on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

const GATHER_LOCK = 7103;
/** (user, channel) pairs processed at a time. */
const MAX_GROUPS = 1000;

interface Group {
  user_id: number;
  channel: string;
}

/**
 * Groups waiting notifications into messages: one per user and channel, sent `seconds` after the first of
 * them. More are added to a message until it is being sent, and while the provider cannot be reached, so that
 * an outage ends in one message rather than a storm. Returns how many were grouped.
 */
export async function groupNotifications(trx: Trx, seconds: number, at: Date): Promise<number> {
  // Only one process groups at a time: two would create two messages.
  const lock = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${GATHER_LOCK}::bigint) as mine`.execute(trx);
  if (!lock.rows[0]?.mine) return 0;
  const waiting = await sql<Group & { first: Date }>`
    select n.user_id, n.channel, min(n.created_at) as first from notifications n
      join users u on u.id = n.user_id join alerts al on al.id = n.alert_id
    where n.message_id is null and not ${waits(at)} group by n.user_id, n.channel order by min(n.created_at) limit ${MAX_GROUPS}`.execute(
    trx,
  );
  if (waiting.rows.length === 0) return 0;
  const open = await openMessages(trx, waiting.rows);
  const key = (group: Group) => `${group.channel}/${group.user_id}`;
  const known = new Set(open.map(key));
  const fresh = await insertMessages(
    trx,
    waiting.rows.filter((group) => !known.has(key(group))),
    seconds,
  );
  const targets = [...new Map([...open, ...fresh].map((one) => [key(one), one])).values()];
  const put = await sql`update notifications n set message_id = t.message_id
    from unnest(${targets.map((one) => one.id)}::int[], ${targets.map((one) => one.user_id)}::int[],
      ${targets.map((one) => one.channel)}::text[]) as t (message_id, user_id, channel), users u, alerts al
    where n.message_id is null and n.user_id = t.user_id and n.channel = t.channel and u.id = n.user_id and al.id = n.alert_id
      and not ${waits(at)}`.execute(trx);
  await sql`update messages m set kind = 'digest' where m.id = any(${targets.map((one) => one.id)}::int[]) and kind = 'alert'
    and (select count(distinct n.alert_id) from notifications n where n.message_id = m.id) > ${MAX_ALERTS}`.execute(
    trx,
  );
  return Number(put.numAffectedRows ?? 0);
}

/** More alerts than this in one message become a digest. */
export const MAX_ALERTS = 5;

/** Messages that have not left: never tried, or the provider was never reached. */
async function openMessages(trx: Trx, groups: readonly Group[]): Promise<(Group & { id: number })[]> {
  const { rows } = await sql<Group & { id: number }>`
    select m.id, m.user_id, m.channel from messages m
    where m.state = 'queued' and m.kind in ('alert', 'digest') and (m.attempts = 0 or m.payload ? 'unreachable')
      and (m.user_id, m.channel) in (select * from unnest(${groups.map((one) => one.user_id)}::int[], ${groups.map((one) => one.channel)}::text[]))
    order by m.id for update skip locked`.execute(trx);
  return rows;
}

/** Somebody who wants a channel and has no address there is shown as not reached, never silently skipped. */
async function insertMessages(
  trx: Trx,
  groups: readonly (Group & { first: Date })[],
  seconds: number,
): Promise<(Group & { id: number })[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<Group & { id: number; client_id: number | null }>`
    insert into messages (client_id, user_id, channel, kind, recipient, next_attempt_at, state, last_error)
    select u.client_id, u.id, g.channel, 'alert', to_address, g.first + ${seconds} * interval '1 second',
      case when to_address = '' then 'failed' else 'queued' end, case when to_address = '' then ${missingOf('g.channel')} end
    from unnest(${groups.map((one) => one.user_id)}::int[], ${groups.map((one) => one.channel)}::text[],
      ${groups.map((one) => one.first)}::timestamptz[]) as g (user_id, channel, first)
    join users u on u.id = g.user_id
    cross join lateral (select ${addressOf('g.channel', 'u')} as to_address) r
    order by g.first returning id, user_id, channel, client_id`.execute(trx);
  await recordChanges(
    trx,
    rows.map((row) => ({ entity: 'notifications', type: 'added', id: row.id, clientId: row.client_id })),
  );
  return rows;
}
