import { CHANNEL_KEYS, channelOf } from '@aerowatch/domain/notifications/channels';
import { WORK_SEVERITIES } from '@aerowatch/domain/work/orders';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';

export interface DueMatter {
  readonly id: number;
  readonly client_id: number;
  /** Persons that it was given to since it was proposed. */
  readonly asked: number[];
}

/** Place of a severity, the least first. */
const rank = (column: string) => sql`array_position(${[...WORK_SEVERITIES]}::text[], ${sql.ref(column)})`;

/**
 * Proposals that go to the next person of their client's roster, locked until the transaction ends; those that
 * another process is at are left out. The first person is named at once, the others after the time of their
 * rule, else of the roster. Acts for the server itself.
 */
export async function takeDueMatters(trx: Trx, now: Date, most: number): Promise<DueMatter[]> {
  const { rows } = await sql<DueMatter>`
    select w.id, w.client_id, array(select (e.detail->>'assignee')::int from work_order_events e
        where e.work_order_id = w.id and e.type in ('on_duty', 'escalated')
          and e.id > coalesce((select max(r.id) from work_order_events r where r.work_order_id = w.id and r.type = 'returned'), 0)) as asked
    from work_orders w join duty_rosters d on d.client_id = w.client_id,
      lateral (select coalesce(
        (select min(s.escalate_after) from alerts al join supervisors s on s.id = al.supervisor_id
          where al.work_order_id = w.id and al.seen_at is null),
        case when ${rank('w.severity')} >= ${rank('d.escalate_from')} then d.escalate_after end) as minutes) t
    where w.state = 'proposed' and t.minutes is not null
      and coalesce(w.returned_at, w.created_at) >= coalesce(d.escalates_since, d.created_at)
      and (w.escalation is null or w.escalated_at + make_interval(mins => t.minutes) <= ${now}::timestamptz)
    order by w.id limit ${most} for no key update of w skip locked`.execute(trx);
  return rows;
}

/** The matter waits for this person, the `step`-th. */
export async function waitFor(trx: Trx, id: number, user: number, step: number, at: Date): Promise<void> {
  await sql`update work_orders set escalation = ${step}, escalated_to = ${user}, escalated_at = ${at},
    updated_at = clock_timestamp() where id = ${id}`.execute(trx);
}

/** Everybody was asked: it stays with the last one, and is not looked at again. */
export async function stayPut(trx: Trx, id: number, step: number): Promise<void> {
  await sql`update work_orders set escalation = ${step}, escalated_at = null where id = ${id}`.execute(trx);
}

/** Channels that show work orders themselves: e-mail and cards. */
const OF_ORDERS = CHANNEL_KEYS.filter((key) => key === 'email' || channelOf(key).form === 'card');

/** Queues what the rules of a matter's open alerts tell by, for one person, beside the message about the matter. */
export async function queueByRules(trx: Trx, matter: number, user: number): Promise<number> {
  const result = await sql`insert into notifications (user_id, channel, alert_id, occurrence, kind)
    select distinct ${user}::int, c.channel, al.id, al.occurrences, 'escalated'
    from alerts al cross join lateral jsonb_array_elements(al.condition->'actions') as act
      join user_channels c on c.user_id = ${user} and c.channel = act->>'type' and c.enabled
    where al.work_order_id = ${matter} and al.seen_at is null and not al.silenced and c.channel <> all(${OF_ORDERS}::text[])
    on conflict do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}
