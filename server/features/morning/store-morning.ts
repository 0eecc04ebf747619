import type { MorningRow } from '@aerowatch/contracts/api/console';
import { DAY } from '@aerowatch/domain/durations';
import { AT_RISK } from '@aerowatch/domain/forecast/basis';
import { type Morning, morningOf } from '@aerowatch/domain/morning/morning';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all, among, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { aeroSendTerm, aeroStatusTerm } from '../aeros/store-contact-status.ts';
import { statusTerm } from '../boxes/store-terms.ts';
import { likeliestDays, lowestRisk, riskFrom } from '../forecast/weeks/store-weeks.ts';
import { placesInInbox } from '../work/matters/store-inbox.ts';

type Dates = 'since' | 'act_by' | 'last_send';
type Row = Omit<MorningRow, Dates | 'reason' | 'reasons'> & {
  [K in Dates]: Date | null;
} & {
  silent: boolean;
  opened_at: Date | null;
  sami_since: Date | null;
  known: boolean;
  place: number | null;
};

/** AEROs that need attention today, in the order of their matters in the inbox; each listed once. */
export async function morningRows(
  db: Db,
  viewer: Viewer,
  client: readonly number[] | undefined,
  now: Date,
): Promise<MorningRow[]> {
  const today = now.toISOString().slice(0, 10);
  // AEROs of boxes without a client have the standard threshold.
  const risk = Math.min(AT_RISK, await lowestRisk(db, viewer, { client: client && [...client] }));
  const { rows } = await sql<Row>`
    with causes as materialized (${causesOf(now, today, risk)}),
    seen as (
      select a.id, a.box_id, a.position, a.sami, a.sami_since, coalesce(nullif(a.line, ''), b.line) as line, a.track_number as track,
        b.client_id, b.serial_number, b.pole, b.kilometer_point, coalesce(${aeroSendTerm}, b.last_send) as last_send,
        -- A silent box is one errand, however many AEROs it has; an AERO that stopped alone is its own.
        case when b.last_send < ${now}::timestamptz - interval '7 days' or b.last_send is null
          then ${statusTerm(now)} = 'silent' and a.position = (select min(o.position) from aeros o where o.box_id = b.id)
          else ${aeroStatusTerm(now)} = 'silent' end as silent
      from causes join aeros a on a.id = causes.aero_id join boxes b on b.id = a.box_id where ${all([visibleTo(viewer, 'b.client_id'), among('b.client_id', client)])}),
    rung as (
      select aero_id, count(*)::integer as alerts, min(opened_at) as opened_at, (array_agg(id order by opened_at desc, id desc))[1] as alert,
        (array_agg(condition->>'metric' order by opened_at desc, id desc))[1] as metric
      from alerts al where seen_at is null and not silenced
        and not exists (select from work_orders w where w.id = al.work_order_id and w.state = 'dismissed') group by aero_id),
    -- What people dismissed asks for nobody, until it is back.
    put_aside as (select box_id, aero_id, kind from work_orders where state = 'dismissed' and gone_at is null),
    ordered as (
      select distinct on (aero_id) aero_id, id, due_on from work_orders where state in ('open', 'planned') and aero_id is not null
      order by aero_id, due_on nulls last, id),
    forecast as (select f.* from ${likeliestDays(today, risk)} f join aeros fa on fa.id = f.aero_id join boxes fb on fb.id = fa.box_id
      left join clients c on c.id = fb.client_id where f.chance >= ${riskFrom}
      and not exists (select from put_aside p where p.aero_id = f.aero_id and p.kind = 'forecast')),
    places as (select * from ${placesInInbox(viewer, client, today)} p)
    select s.id as aero, s.box_id as box, s.client_id as client, s.serial_number, s.position, s.line, s.track, s.pole,
      s.kilometer_point::float8 as kilometer_point, s.sami, s.sami_since, s.last_send, pl.place,
      s.silent and not exists (select from put_aside p where p.box_id = s.box_id and p.kind = 'silence') as silent,
      exists (select from put_aside p where p.kind = d.fault and ${isOf('p')}) and not exists (select from work_orders o
        where o.kind = any(d.faults) and o.state in ('proposed', 'open', 'planned') and ${isOf('o')}) as known,
      d.verdict, d.fault, d.confidence, d.act, d.act_by, d.since,
      coalesce(r.alerts, 0) as alerts, r.alert, r.metric as alert_metric, r.opened_at,
      w.id as work_order, w.due_on::text as due_on, f.chance, f.day as chance_day, f.side as chance_side
    from seen s left join diagnostics d on d.aero_id = s.id left join rung r on r.aero_id = s.id
      left join ordered w on w.aero_id = s.id left join forecast f on f.aero_id = s.id left join places pl on pl.aero = s.id
    where d.verdict in ('bad', 'watch') or r.alerts > 0 or s.silent or s.sami = 'unsatisfactory' or w.due_on <= ${today}::date or f.chance is not null`.execute(
    db,
  );
  return rows
    .flatMap((row) => {
      const found = morningOf(factsOf(row, today));
      return found === null ? [] : [{ found, row }];
    })
    .sort(
      (a, b) =>
        placeOf(a.row) - placeOf(b.row) ||
        a.found.rank - b.found.rank ||
        urgency(a.row) - urgency(b.row) ||
        a.row.aero - b.row.aero,
    )
    .map(({ found, row }) => present(row, found));
}

/**
 * AEROs that may need attention, each found by an index over what asks for it, so that the cost depends on how
 * many these are and not on the fleet: findings, open alerts, silent boxes and AEROs, SAMI, due orders, weeks
 * with a large chance. Whether they really do is decided by the query over them.
 */
const causesOf = (now: Date, today: string, risk: number): RawBuilder<unknown> => {
  const silent = sql`${now}::timestamptz - interval '7 days'`;
  return sql`
    select aero_id from diagnostics where verdict in ('bad', 'watch')
    union select aero_id from alerts where seen_at is null and not silenced
    union select a.id from boxes b join aeros a on a.box_id = b.id where least(b.last_send, b.aero1_send, b.aero2_send) < ${silent}
    union select a.id from boxes b join aeros a on a.box_id = b.id where b.last_send is null and b.created_at < ${silent}
    union select id from aeros where sami = 'unsatisfactory'
    union select aero_id from work_orders where state in ('open', 'planned') and aero_id is not null and due_on <= ${today}::date
    union select aero_id from ${likeliestDays(today, risk)} f where f.chance >= ${risk}::float8`;
};

/** Whether a matter belongs to an AERO, or to its box. */
const isOf = (table: string) =>
  sql`(${sql.ref(`${table}.aero_id`)} = s.id or ${sql.ref(`${table}.aero_id`)} is null and ${sql.ref(`${table}.box_id`)} = s.box_id)`;

/** Place in the inbox; AEROs without a matter come last. */
const placeOf = ({ place }: Row) => place ?? Number.MAX_SAFE_INTEGER;

const factsOf = (row: Row, today: string) => ({
  verdict: row.known ? null : row.verdict,
  alerts: row.alerts,
  silent: row.silent,
  unsatisfactory: row.sami === 'unsatisfactory',
  dueIn: row.due_on === null ? null : Math.round((Date.parse(row.due_on) - Date.parse(today)) / DAY),
  chance: row.chance,
});
/** By due date; those without one last. */
const urgency = (row: Row) =>
  (row.act_by ?? (row.due_on === null ? null : new Date(row.due_on)))?.getTime() ?? 1e15;

function present(row: Row, { reason, all: reasons }: Morning): MorningRow {
  const { silent, opened_at, sami_since, known, place, ...rest } = row;
  const since = {
    finding: row.since,
    alert: opened_at,
    silent: row.last_send,
    unsatisfactory: sami_since,
    work_order: null,
    forecast: null,
  }[reason];
  return {
    ...rest,
    reason,
    reasons: [...reasons],
    since: since?.toISOString() ?? null,
    act_by: row.act_by?.toISOString() ?? null,
    last_send: row.last_send?.toISOString() ?? null,
  };
}
