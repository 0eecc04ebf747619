import { isProvable } from '@aerowatch/domain/work/causes-of-matters';
import {
  isOpenWork,
  type MatterEvent,
  type MatterState,
  mayBecome,
  type Proof,
  type WorkVerdict,
} from '@aerowatch/domain/work/orders';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import type { Act, OrderChange } from './act.ts';
import { storedChecks } from './checklist.ts';
import { followClosing } from './closing.ts';
import { alertsFollowOwner, mattersChanged, noteMatters } from './matters/store-effects.ts';
import { presentOrder } from './present.ts';
import { publishOrders } from './publish.ts';
import { orderById, type WorkOrderRow } from './store.ts';
import { mustServe, updateOrder } from './store-write.ts';
import { tellAssignees } from './tell.ts';

/** Fields of an order for the audit log. */
export function auditedOf(row: WorkOrderRow, { language }: Pick<Act, 'language'>) {
  const {
    comments: _c,
    photos: _p,
    alerts: _a,
    place: _l,
    others: _o,
    curve: _v,
    ...kept
  } = presentOrder(row, language);
  const { dismissed } = kept;
  return {
    ...kept,
    dismissed: dismissed && { reason: dismissed.reason, until: dismissed.until },
    checklist: kept.checklist.map(({ code, text, done }) => `${done ? '☑' : '☐'} ${code ?? text}`),
  };
}

/**
 * Changes an order, which is already locked; `done` closes it with all consequences. Repeating a change has
 * no effect.
 */
export async function changeOrder(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  before: WorkOrderRow,
  change: OrderChange,
  act: Act,
  comment = '',
): Promise<WorkOrderRow> {
  const was = before.state as MatterState;
  const state = change.state ?? was;
  if (!mayBecome(was, state)) throw new Conflict(`work_state|${was}`);
  checkVerdict(before, change, state);
  if (change.assignee != null && change.assignee !== before.assignee_id)
    await mustServe(trx, before.client_id, change.assignee);
  await updateOrder(trx, before.id, {
    ...columnsOf(change),
    ...columnsOfState(viewer, before, change, act),
  });
  const closes = state === 'done' && was !== 'done';
  if (closes) await followClosing(trx, parts, viewer, await orderById(trx, viewer, before.id), change, act);
  const after = await orderById(trx, viewer, before.id);
  await recordEdit(trx, viewer, {
    action: 'update',
    entity: 'work_orders',
    id: after.id,
    name: auditedOf(after, act).title,
    clientId: after.client_id,
    before: auditedOf(before, act),
    after: auditedOf(after, act),
  });
  await noteChanges(trx, viewer, before, after, comment);
  await mattersChanged(trx, [after.id], after.client_id);
  await tellChange(trx, viewer, { before, after, comment }, act);
  return after;
}

/** Notifies the present assignee and webhooks. */
async function tellChange(
  trx: Trx,
  viewer: Viewer,
  { before, after, comment }: { before: WorkOrderRow; after: WorkOrderRow; comment: string },
  act: Act,
): Promise<void> {
  const [was, state] = [before.state as MatterState, after.state as MatterState];
  if (after.assignee_id !== before.assignee_id) {
    await alertsFollowOwner(trx, after);
    if (isOpenWork(state)) {
      if (act.told) act.told.push(after);
      else await tellAssignees(trx, viewer, [after], comment);
    }
  }
  if (before.accepted_at === null && after.accepted_at !== null)
    return publishOrders(trx, 'work_order.created', [after]);
  const ends = isOpenWork(was) && !isOpenWork(state);
  const same =
    JSON.stringify(auditedOf(before, act)) === JSON.stringify(touched(auditedOf(after, act), before));
  if (ends || !same) await publishOrders(trx, ends ? 'work_order.closed' : 'work_order.changed', [after]);
}

/** Other columns that a change of state sets. */
function columnsOfState(viewer: Viewer, before: WorkOrderRow, change: OrderChange, act: Act) {
  const was = before.state as MatterState;
  const state = change.state ?? was;
  return {
    ...closedBy(viewer, was, state, act),
    ...(before.accepted_at === null && isOpenWork(state) ? acceptedBy(viewer, before, change, act) : {}),
    ...(state === 'done' && was !== 'done' ? { proof: proofOf(before, change), returned: null } : {}),
  };
}

/** The user who accepts a proposal becomes its assignee, unless another one is named. */
function acceptedBy(viewer: Viewer, before: WorkOrderRow, change: OrderChange, { at }: Act) {
  const me = userIdOf(viewer);
  return {
    // An order exists from here on: earlier events are in its history.
    created_at: at,
    accepted_at: at,
    accepted_by: me,
    created_by: before.created_by ?? me,
    ...(change.assignee === undefined && before.assignee_id === null ? { assignee_id: me } : {}),
  };
}

/** Whether measures are to prove the work, or no proof is needed: an inspection, or no fault found. */
function proofOf(before: WorkOrderRow, change: OrderChange): Proof | null {
  const verdict = change.verdict ?? before.verdict;
  return verdict !== 'not_found' && isProvable(before.kind) ? 'verifying' : null;
}

/** Writes the changes into the history of the matter. */
async function noteChanges(
  trx: Trx,
  viewer: Viewer,
  before: WorkOrderRow,
  after: WorkOrderRow,
  comment: string,
): Promise<void> {
  const note = (type: MatterEvent, detail: Readonly<Record<string, unknown>> | null = null) =>
    noteMatters(trx, [after.id], type, userIdOf(viewer), detail);
  if (before.accepted_at === null && after.accepted_at !== null) await note('accepted');
  if (after.assignee_id !== before.assignee_id)
    await note('assigned', { assignee: after.assignee_id, comment });
  if (after.due_on !== before.due_on) await note('due', { day: after.due_on });
  if (after.state !== before.state) {
    const type = EVENT_OF[`${before.state} ${after.state}`];
    if (type !== undefined) await note(type, after.state === 'done' ? { verdict: after.verdict } : null);
  }
}
const EVENT_OF: Readonly<Record<string, MatterEvent>> = {
  'proposed planned': 'planned',
  'dismissed planned': 'planned',
  'open planned': 'planned',
  'planned open': 'unplanned',
  'open done': 'done',
  'planned done': 'done',
  'open cancelled': 'cancelled',
  'planned cancelled': 'cancelled',
  'cancelled open': 'reopened',
};

/** Ignores the time of the change. */
const touched = <T extends object>(order: T, { updated_at }: WorkOrderRow) => ({
  ...order,
  updated_at: updated_at.toISOString(),
});

/** A verdict is given with the end of the work; "something else" needs a description. */
function checkVerdict(before: WorkOrderRow, change: OrderChange, state: MatterState): void {
  const verdict = change.verdict ?? (before.verdict as WorkVerdict | null);
  if (state !== 'done') {
    if (change.verdict !== undefined) throw new BadRequest({ verdict: ['work_verdict_early'] });
    return;
  }
  if (verdict === null) throw new BadRequest({ verdict: ['required'] });
  const mechanism = change.mechanism === undefined ? before.mechanism : change.mechanism;
  if (verdict === 'other_cause' && mechanism === null) throw new BadRequest({ mechanism: ['required'] });
}

function columnsOf(change: OrderChange) {
  const { title, description, severity, due_on, state, verdict, mechanism, cause, acts, closing_note } =
    change;
  return {
    title,
    description,
    severity,
    due_on,
    state,
    verdict,
    mechanism,
    cause,
    acts,
    closing_note,
    assignee_id: change.assignee,
    external_reference: change.external_reference,
    external_url: change.external_url,
    checklist: change.checklist === undefined ? undefined : JSON.stringify(storedChecks(change.checklist)),
  };
}

function closedBy(viewer: Viewer, was: MatterState, state: MatterState, { at }: Act) {
  if (isOpenWork(was) === isOpenWork(state) || was === 'proposed' || was === 'dismissed') return {};
  return isOpenWork(state)
    ? { closed_at: null, closed_by: null }
    : { closed_at: at, closed_by: userIdOf(viewer) };
}
