import { isDetectedLate } from '@aerowatch/domain/alerting/episode';
import { type ChannelKey, channelOf, isChannel } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { chainsOf } from '../../duty/store.ts';
import type { AlertOutcome } from './judge-aero.ts';

/** The reason for a notification of an alert. */
export type NotificationKind = 'alert' | 'flapping' | 'over' | 'repeat' | 'assigned' | 'escalated';
/** A notification of an alert; its occurrence and kind identify it. */
interface Notification {
  readonly client_id: number;
  readonly channel: ChannelKey;
  readonly alert_id: number;
  readonly occurrence: number;
  readonly kind: NotificationKind;
}

/** Channels that report an event at this time: some skip events long past. */
const channelsFor = ({ condition }: AlertOutcome, at: number, now: number): ChannelKey[] =>
  condition.definition.actions.flatMap(({ type }) =>
    isChannel(type) && (channelOf(type).late || !isDetectedLate(at, now)) ? [type] : [],
  );

/**
 * A row per (user, channel, alert, action) for everybody who wants it, none for events in a silence. The end
 * of an alert is sent to users who were notified of it and want that.
 */
export async function queueNotifications(
  trx: Trx,
  outcomes: readonly AlertOutcome[],
  now: number,
): Promise<number> {
  const audible = outcomes.filter(({ silence }) => silence === undefined);
  const acted = await queueForAll(
    trx,
    outcomes.flatMap((outcome) => {
      // One message of a box may contain measures from before, during and after a silence.
      const heard = ({ at }: { at: number }) =>
        outcome.quiet?.some(({ from, until }) => from <= at && at < until) !== true;
      const notificationOf = (kind: NotificationKind) => (act: { at: number; occurrence: number }) =>
        channelsFor(outcome, act.at, now).map(
          (channel): Notification => ({
            client_id: outcome.condition.supervisor.clientId,
            channel,
            alert_id: outcome.id!,
            occurrence: act.occurrence,
            kind,
          }),
        );
      return [
        ...outcome.acts.filter(heard).flatMap(notificationOf('alert')),
        ...outcome.flaps.filter(heard).flatMap(notificationOf('flapping')),
      ];
    }),
    now,
  );
  return acted + (await queueOver(trx, audible, now));
}

/**
 * To every active user of the client who wants the channel and is a recipient of the alert's supervisor at
 * present: by role, by name, as the person on duty at `now`, or as the person in charge of the alert or of an open order of its AERO. If none
 * of these remain, to all, because an alert that reaches nobody is worse than one too many.
 */
export async function queueForAll(trx: Trx, rows: readonly Notification[], now: number): Promise<number> {
  if (rows.length === 0) return 0;
  const chains = await chainsOf(trx, [...new Set(rows.map(({ client_id }) => client_id))], now);
  const onDuty = { clients: [...chains.keys()], users: [...chains.values()].map(([user]) => user!) };
  const result = await sql`
    with t as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as t (client_id int, channel text, alert_id int, occurrence int, kind text)),
    duty as (select * from unnest(${onDuty.clients}::int[], ${onDuty.users}::int[]) as d (client_id, user_id)),
    people as (
      select a.alert_id, u.id, u.client_id = a.client_id as serves, (s.tell_on_duty and (a.client_id, u.id) in (select * from duty)) is true
          or u.client_id = a.client_id and (s.id is null or s.tell_all
          or exists (select from supervisor_people p where p.supervisor_id = s.id and p.user_id = u.id)
          or exists (select from user_groups g where g.user_id = u.id and g.group_id = any(s.tell_groups))
          or s.tell_in_charge and (al.assignee_id is not distinct from u.id or exists (select from work_orders w
            where w.aero_id = al.aero_id and w.client_id = al.client_id and w.state in ('open', 'planned') and w.assignee_id = u.id))) as chosen
      from (select distinct alert_id, client_id from t) a join alerts al on al.id = a.alert_id
        left join supervisors s on s.id = al.supervisor_id
        join users u on u.is_active and (u.client_id = a.client_id or (a.client_id, u.id) in (select * from duty))),
    told as (select alert_id, id from (select *, bool_or(chosen) over (partition by alert_id) as anybody from people) p
      where chosen or serves and not anybody)
    insert into notifications (user_id, channel, alert_id, occurrence, kind)
    select u.id, t.channel, t.alert_id, t.occurrence, t.kind
    from t join told u on u.alert_id = t.alert_id
    join user_channels c on c.user_id = u.id and c.channel = t.channel and c.enabled
    order by t.alert_id, u.id on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Ended alerts: sent where the opening was sent, to users who want it. A flapping alert is not notified
 * again.
 */
async function queueOver(trx: Trx, outcomes: readonly AlertOutcome[], now: number): Promise<number> {
  const rows = outcomes.flatMap((outcome) => {
    const { clearedAt, flapping } = outcome.change;
    if (typeof clearedAt !== 'number' || flapping === true || outcome.id === undefined) return [];
    return channelsFor(outcome, clearedAt, now).map((channel) => ({ alert_id: outcome.id, channel }));
  });
  if (rows.length === 0) return 0;
  const result = await sql`insert into notifications (user_id, channel, alert_id, occurrence, kind)
    select distinct n.user_id, n.channel, n.alert_id, al.occurrences, 'over'
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (alert_id int, channel text)
    join alerts al on al.id = t.alert_id and not al.flapping and not al.silenced
    join notifications n on n.alert_id = t.alert_id and n.channel = t.channel and n.kind <> 'over'
    join users u on u.id = n.user_id and u.is_active and u.notify_over
    order by n.alert_id, n.user_id on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}
