import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/database/db.ts';
import { aeroSendTerm } from '../../../aeros/store-contact-status.ts';

/**
 * A box, or one of its AEROs, that fell silent or was heard again, in the form a condition reads. Times in
 * ms.
 */
export interface Overdue {
  readonly condition: number;
  readonly aero: number;
  readonly at: number;
  /** In upload times. */
  readonly silence: number;
}

/** After an outage of the server a box gets one upload time plus these seconds to report before it counts as silent. */
const GRACE_SECONDS = 600;
/** Longest time that any box has to report after an outage. */
const LONGEST_GRACE_HOURS = 24;
/** A box last heard this many seconds ago has finished sending. */
const SENDING_SECONDS = 30;
/**
 * If the server did not listen for longer than this (s), messages sent in that time are still on their way.
 */
const DEAF_SECONDS = 90;

/**
 * Changes of silence, up to a limit. A box, or one AERO of it that stopped alone, is overdue once its last
 * measure is older than the limit and the broker has listened for long enough; it is heard again with the
 * first measure that arrives, whatever its time. While the broker does not listen, nothing changes.
 */
export async function silenceTurns(trx: Trx, now: number, limit: number): Promise<Overdue[]> {
  const { rows } = await sql<{
    condition: number;
    aero: number;
    firing: boolean;
    due_at: number;
    heard_at: number;
    upload: number;
  }>`
    with rules as materialized (
      select c.id, s.id as supervisor_id, s.client_id, s.joined, (c.definition->>'value')::float8 as value, c.started_at
      from conditions c join supervisors s on s.id = c.supervisor_id where s.enabled and c.definition->>'metric' = 'silence'),
    ear as (select since, at > to_timestamp(${now}::float8 / 1000) - make_interval(secs => ${DEAF_SECONDS}) as open from listening),
    late as materialized (
      select b.id, b.client_id, b.last_send, b.aero1_send, b.aero2_send, b.upload_time from boxes b
      where exists (select from rules) and b.last_send is not null
        and least(b.last_send, b.aero1_send, b.aero2_send) < to_timestamp(${now}::float8 / 1000) - make_interval(secs => (select min(value) from rules) * 60 * b.upload_time)),
    found as (
      select r.id as condition, a.id as aero, b.id as box, b.last_send, coalesce(${aeroSendTerm}, b.last_send) as own, b.upload_time, r.value, r.joined, r.started_at,
        coalesce((e.state->>'holds')::boolean, e.state->>'state' = 'firing', false) as firing, a.sami, a.position
      from late b join aeros a on a.box_id = b.id join supervisor_aeros sa on sa.aero_id = a.id
        join rules r on r.supervisor_id = sa.supervisor_id and r.client_id = b.client_id
        left join episodes e on e.condition_id = r.id and e.aero_id = a.id
      union all
      select r.id, a.id, b.id, b.last_send, coalesce(${aeroSendTerm}, b.last_send), b.upload_time, r.value, r.joined, r.started_at, true, a.sami, a.position
      from rules r join episodes e on e.condition_id = r.id
          and coalesce((e.state->>'holds')::boolean, e.state->>'state' = 'firing', false)
        join aeros a on a.id = e.aero_id join boxes b on b.id = a.box_id
      where not exists (select from late where late.id = b.id)),
    -- An AERO that was not in the last sends of its box stopped alone; the others are as silent as the box.
    heard as (
      select *, own < last_send - make_interval(mins => upload_time) as alone,
        case when own < last_send - make_interval(mins => upload_time) then own else last_send end as heard_at from found),
    standing as (
      select distinct on (condition, case when joined or alone then aero else -box end) *,
        greatest(heard_at + make_interval(secs => value * 60 * upload_time), started_at,
          (select since from ear) + least(make_interval(secs => 60 * upload_time), make_interval(hours => ${LONGEST_GRACE_HOURS}))
            + make_interval(secs => ${GRACE_SECONDS})) as due_at
      from heard
      -- While a box sends, what it has of its other AERO may be on its way.
      where firing or not alone or last_send < to_timestamp(${now}::float8 / 1000) - make_interval(secs => ${SENDING_SECONDS})
      order by condition, case when joined or alone then aero else -box end, firing desc, sami = 'unsatisfactory', position)
    select condition, aero, firing, extract(epoch from due_at)::float8 * 1000 as due_at,
      extract(epoch from heard_at)::float8 * 1000 as heard_at, upload_time::float8 * 60000 as upload
    from standing
    where case when firing then heard_at + make_interval(secs => value * 60 * upload_time) > to_timestamp(${now}::float8 / 1000)
      else due_at < to_timestamp(${now}::float8 / 1000) and (select open from ear) end
    order by due_at limit ${limit}`.execute(trx);
  return rows.map(({ condition, aero, firing, due_at, heard_at, upload }) => {
    const at = Math.round(firing ? heard_at : due_at) + 1;
    return { condition, aero, at, silence: firing ? 0 : (at - heard_at) / upload };
  });
}

/**
 * Records that the server is listening now; after a break boxes get a grace period. `started`: listening
 * begins.
 */
export async function noteListening(db: Db, now: number, started: boolean): Promise<void> {
  const at = new Date(now);
  await sql`insert into listening (since, at) values (${at}, ${at}) on conflict (id) do update set at = excluded.at,
      since = case when ${started} or listening.at < excluded.at - make_interval(secs => ${DEAF_SECONDS}) then excluded.at else listening.since end`.execute(
    db,
  );
}
