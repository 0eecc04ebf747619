import type { Cause } from '@aerowatch/domain/work/causes-of-matters';
import { checklistOf } from '@aerowatch/domain/work/checklists';
import type { MatterEvent } from '@aerowatch/domain/work/orders';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { recordChanges } from '../../../platform/events/events.ts';

/** Columns of a row that follow from its cause. */
const factsOf = (cause: Cause) => ({
  since: new Date(cause.since),
  confidence: cause.confidence,
  grade: cause.grade,
  act: cause.act,
  urgency: cause.urgency,
  due_by: cause.dueBy,
  rule: cause.rule,
  curve_level: cause.level === null ? null : JSON.stringify(cause.level),
});

/** Writes a proposal; undefined where one of its AERO and kind already exists. Acts for the server itself. */
export async function insertProposal(
  trx: Trx,
  box: { readonly id: number; readonly client: number },
  cause: Cause,
): Promise<number | undefined> {
  const checks = checklistOf(cause.kind).map((code) => ({ code, text: '', done: false, note: '' }));
  const row = await trx
    .insertInto('work_orders')
    .values({
      ...factsOf(cause),
      client_id: box.client,
      box_id: box.id,
      aero_id: cause.aero,
      kind: cause.kind,
      source: cause.source,
      alert_id: cause.source === 'alert' ? (cause.alerts[0] ?? null) : null,
      severity: cause.severity,
      due_on: cause.dueBy,
      state: 'proposed',
      accepted_at: null,
      checklist: JSON.stringify(checks),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Updates a matter with the present cause; returns whether that is new. Agreements of users stay. */
export async function followCause(
  trx: Trx,
  id: number,
  cause: Cause,
  dueOn: string | null,
  proposed: boolean,
): Promise<boolean> {
  const { since, confidence, grade, act, urgency, due_by, rule, curve_level } = factsOf(cause);
  const result =
    await sql`update work_orders w set since = n.since, confidence = n.confidence, grade = n.grade, act = n.act, urgency = n.urgency,
      due_by = n.due_by, rule = n.rule, curve_level = n.curve_level, severity = n.severity, due_on = n.due_on, updated_at = clock_timestamp()
    from (select ${since}::timestamptz as since, ${confidence}::real as confidence, ${grade}::smallint as grade, ${act}::text as act, ${urgency}::text as urgency,
      ${due_by}::date as due_by, ${rule}::text as rule, ${curve_level}::jsonb as curve_level,
      case when ${proposed}::bool then ${cause.severity}::text end as new_severity, ${dueOn}::date as new_due, o.severity as old_severity, o.due_on as old_due,
      coalesce(case when ${proposed}::bool then ${cause.severity}::text end, o.severity) as severity, case when ${proposed}::bool then ${dueOn}::date else o.due_on end as due_on
      from work_orders o where o.id = ${id}) n
    where w.id = ${id} and (w.grade, w.act, w.urgency, w.due_by, w.rule, w.severity, w.due_on, w.curve_level) is distinct from
        (n.grade, n.act, n.urgency, n.due_by, n.rule, n.severity, n.due_on, n.curve_level)
      or w.id = ${id} and (w.since is distinct from n.since or round(w.confidence::numeric, 2) is distinct from round(n.confidence::numeric, 2))`.execute(
      trx,
    );
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Proposes a dismissed matter again, with its present cause. */
export async function returnProposal(
  trx: Trx,
  id: number,
  cause: Cause,
  why: 'worse' | 'day',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('work_orders')
    .set({
      ...factsOf(cause),
      severity: cause.severity,
      due_on: cause.dueBy,
      state: 'proposed',
      returned_at: at,
      returned: why,
      escalation: null,
      escalated_to: null,
      escalated_at: null,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
}

/** The cause is gone: a proposal ends, and a dismissed one may be proposed again later. */
export async function endGone(trx: Trx, id: number, proposed: boolean, at: Date): Promise<void> {
  await trx
    .updateTable('work_orders')
    .set({ gone_at: at, updated_at: at, ...(proposed ? { state: 'cancelled', closed_at: at } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Attaches alerts to a matter and its owner. */
export async function attachAlerts(trx: Trx, order: number, alerts: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update alerts al set work_order_id = w.id,
      assignee_id = coalesce(w.assignee_id, al.assignee_id), updated_at = clock_timestamp()
    from work_orders w where w.id = ${order} and al.id = any(${[...alerts]}::int[]) and al.work_order_id is distinct from w.id returning al.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Days that a matter nobody accepted is kept after its cause is gone: as long as it helps to judge later
 * matters.
 */
const GONE_DAYS = 400;
/**
 * Deletes matters that nobody accepted and whose cause has been gone for long. Acts for the server itself.
 */
export async function forgetGone(db: Db, now: Date): Promise<void> {
  await sql`delete from work_orders where accepted_at is null and gone_at < ${now}::timestamptz - make_interval(days => ${GONE_DAYS})`.execute(
    db,
  );
}

/** Assigns the open alerts of a matter to its owner. */
export async function alertsFollowOwner(
  trx: Trx,
  order: { readonly id: number; readonly assignee_id: number | null; readonly client_id: number },
): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`update alerts set assignee_id = ${order.assignee_id}::int, updated_at = clock_timestamp()
    where work_order_id = ${order.id} and seen_at is null and assignee_id is distinct from ${order.assignee_id}::int returning id`.execute(
    trx,
  );
  await recordChanges(
    trx,
    rows.map(({ id }) => ({ entity: 'alerts', type: 'updated', id, clientId: order.client_id })),
  );
}

/** Writes the history of matters. */
export async function noteMatters(
  trx: Trx,
  ids: readonly number[],
  type: MatterEvent,
  user: number | null,
  detail: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into work_order_events (work_order_id, type, user_id, detail)
    select id, ${type}, ${user}::int, ${detail === null ? null : JSON.stringify(detail)}::jsonb from unnest(${[...ids]}::int[]) as t (id)`.execute(
    trx,
  );
}

/** Publishes changed matters to screens. */
export async function mattersChanged(trx: Trx, ids: readonly number[], client: number): Promise<void> {
  await recordChanges(
    trx,
    [...new Set(ids)].map((id) => ({ entity: 'matters', type: 'updated', id, clientId: client })),
  );
}
