import { isOpenWork, mayBecome, type WorkState, type WorkVerdict } from '@aerowatch/domain/work/orders';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import type { Act, OrderChange } from './act.ts';
import { storedChecks } from './checklist.ts';
import { followClosing } from './closing.ts';
import { presentOrder } from './present.ts';
import { publishOrders } from './publish.ts';
import { orderById, type WorkOrderRow } from './store.ts';
import { mustServe, updateOrder } from './store-write.ts';
import { tellAssignees } from './tell.ts';

/** Fields of an order for the audit log. */
export function auditedOf(row: WorkOrderRow, { language }: Pick<Act, 'language'>) {
  const { comments: _c, photos: _p, alerts: _a, place: _l, ...kept } = presentOrder(row, language);
  return {
    ...kept,
    checklist: kept.checklist.map(({ code, text, done }) => `${done ? '☑' : '☐'} ${code ?? text}`),
  };
}

/** Changes an order, locked before; `done` closes it with all consequences. Repeating a change does nothing. */
export async function changeOrder(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  before: WorkOrderRow,
  change: OrderChange,
  act: Act,
): Promise<WorkOrderRow> {
  const was = before.state as WorkState;
  const state = change.state ?? was;
  if (!mayBecome(was, state)) throw new Conflict(`work_state|${was}`);
  checkVerdict(before, change, state);
  if (change.assignee != null && change.assignee !== before.assignee_id)
    await mustServe(trx, before.client_id, change.assignee);
  await updateOrder(trx, before.id, { ...columnsOf(change), ...closedBy(viewer, was, state, act) });
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
  if (after.assignee_id !== before.assignee_id && isOpenWork(state))
    await tellAssignees(trx, viewer, [after]);
  const ends = isOpenWork(was) && !isOpenWork(state);
  const same =
    JSON.stringify(auditedOf(before, act)) === JSON.stringify(touched(auditedOf(after, act), before));
  if (ends || !same) await publishOrders(trx, ends ? 'work_order.closed' : 'work_order.changed', [after]);
  return after;
}

/** Ignores the time of the change. */
const touched = <T extends object>(order: T, { updated_at }: WorkOrderRow) => ({
  ...order,
  updated_at: updated_at.toISOString(),
});

/** A verdict comes with the end of the work; "something else" needs a description. */
function checkVerdict(before: WorkOrderRow, change: OrderChange, state: WorkState): void {
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

function closedBy(viewer: Viewer, was: WorkState, state: WorkState, { at }: Act) {
  if (isOpenWork(was) === isOpenWork(state)) return {};
  return isOpenWork(state)
    ? { closed_at: null, closed_by: null }
    : { closed_at: at, closed_by: userIdOf(viewer) };
}
