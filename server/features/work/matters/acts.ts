import type {
  workOrdersAccept,
  workOrdersAssign,
  workOrdersConfirm,
  workOrdersDismiss,
  workOrdersJoin,
  workOrdersPlan,
} from '@aerowatch/contracts/api/inbox';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { isOpenWork, type MatterState } from '@aerowatch/domain/work/orders';
import { dayOf, levelOf } from '@aerowatch/domain/work/urgency';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../../platform/errors.ts';
import { userIdOf, type Viewer } from '../../../platform/viewer.ts';
import type { Act, OrderChange } from '../act.ts';
import { auditedOf, changeOrder } from '../change.ts';
import { publishOrders } from '../publish.ts';
import { orderById, ordersForUpdate, type WorkOrderRow } from '../store.ts';
import { insertComment, updateOrder } from '../store-write.ts';
import { tellAssignees } from '../tell.ts';
import { mattersChanged, noteMatters } from './store-effects.ts';
import { moveInto } from './store-join.ts';

type Tools = Pick<Parts, 'vault' | 'clock' | 'hooks'>;
/** Caller of an act, its transaction, time and language. */
export interface Acting {
  readonly trx: Trx;
  readonly tools: Tools;
  readonly viewer: Viewer;
  readonly act: Act;
}
/** Matters that an act changed, and those that were already in that state. */
export interface Acted {
  readonly changed: number[];
  readonly unchanged: number[];
}

const isProposal = ({ state }: WorkOrderRow) => state === 'proposed' || state === 'dismissed';
const isOpen = ({ state }: WorkOrderRow) => isOpenWork(state as MatterState);

/** Accepts proposals: each becomes an order of the caller, or of the user named. */
export const accept = (acting: Acting, { ids, assignee }: BodyOf<typeof workOrdersAccept>): Promise<Acted> =>
  changeAll(acting, ids, (row) =>
    isProposal(row) ? { state: 'open', ...(assignee !== undefined && { assignee }) } : null,
  );

/** Assigns matters to a user, or to none; proposals are accepted at the same time. */
export const assign = (
  acting: Acting,
  { ids, assignee, comment }: BodyOf<typeof workOrdersAssign>,
): Promise<Acted> =>
  changeAll(
    acting,
    ids,
    (row) => {
      if (isProposal(row)) return { state: 'open', assignee };
      return isOpen(row) && row.assignee_id !== assignee ? { assignee } : null;
    },
    comment,
  );

/** Plans matters for a day; without a day the plan is removed. */
export const plan = (
  acting: Acting,
  { ids, due_on, comment }: BodyOf<typeof workOrdersPlan>,
): Promise<Acted> =>
  changeAll(
    acting,
    ids,
    (row) => {
      if (due_on === null) return row.state === 'planned' ? { state: 'open' } : null;
      if (!isProposal(row) && !isOpen(row)) return null;
      return row.state === 'planned' && row.due_on === due_on ? null : { state: 'planned', due_on };
    },
    comment,
  );

/** Changes each matter separately, in the order of their ids; `of` returns its changes, null for none. */
async function changeAll(
  { trx, tools, viewer, act }: Acting,
  ids: readonly number[],
  of: (row: WorkOrderRow) => OrderChange | null,
  comment = '',
): Promise<Acted> {
  const [changed, unchanged]: [number[], number[]] = [[], []];
  const told: WorkOrderRow[] = [];
  for (const row of await lockAll(trx, viewer, ids)) {
    const change = of(row);
    if (change !== null) {
      // Notified users also read the comment.
      if (comment !== '') await insertComment(trx, row.id, userIdOf(viewer), comment);
      await changeOrder(trx, tools, viewer, row, change, { ...act, told }, comment);
    }
    (change === null ? unchanged : changed).push(row.id);
  }
  await tellAssignees(trx, viewer, told, comment);
  return { changed, unchanged };
}

/** Locks all of them; if the caller may not see one, the answer is "not found" and nothing changes. */
async function lockAll(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<WorkOrderRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await ordersForUpdate(trx, viewer, wanted);
  if (rows.length < wanted.length) throw new BadRequest({ ids: ['unknown'] });
  return rows;
}

/** Dismisses proposals until a day, or until they get worse. */
export async function dismiss(
  { trx, viewer, act }: Acting,
  { ids, reason, until = null, comment = '' }: BodyOf<typeof workOrdersDismiss>,
): Promise<Acted> {
  if (until !== null && until <= dayOf(act.at.getTime())) throw new BadRequest({ until: ['silence_past'] });
  const [changed, unchanged]: [number[], number[]] = [[], []];
  for (const row of await lockAll(trx, viewer, ids)) {
    const same =
      row.state === 'dismissed' && row.dismissed_reason === reason && row.dismissed_until === until;
    if (!isProposal(row) || same) {
      unchanged.push(row.id);
      continue;
    }
    await updateOrder(trx, row.id, {
      state: 'dismissed',
      dismissed_at: act.at,
      dismissed_by: userIdOf(viewer),
      dismissed_reason: reason,
      dismissed_until: until,
      dismissed_level: levelOf(row.grade, row.severity as 'low'),
      returned: null,
    });
    if (comment !== '') await insertComment(trx, row.id, userIdOf(viewer), comment);
    await noteMatters(trx, [row.id], 'dismissed', userIdOf(viewer), { reason, until, comment });
    await recorded({ trx, viewer, act }, 'dismiss', row);
    changed.push(row.id);
  }
  return { changed, unchanged };
}

/** Records the act on one matter in the audit log, and updates screens. */
async function recorded(
  { trx, viewer, act }: Pick<Acting, 'trx' | 'viewer' | 'act'>,
  action: string,
  before: WorkOrderRow,
): Promise<WorkOrderRow> {
  const after = await orderById(trx, viewer, before.id);
  const audited = auditedOf(after, act);
  await recordAudit(trx, viewer, {
    action,
    entity: 'work_orders',
    id: after.id,
    name: audited.title,
    clientId: after.client_id,
    before: auditedOf(before, act),
    after: audited,
  });
  await mattersChanged(trx, [after.id], after.client_id);
  return after;
}

/** Joins matters of one box: the others end, and their alerts, comments and photos move to one. */
export async function join(
  { trx, viewer, act }: Acting,
  { into, ids }: BodyOf<typeof workOrdersJoin>,
): Promise<Acted> {
  const others = [...new Set(ids)].filter((id) => id !== into);
  if (others.length === 0) throw new BadRequest({ ids: ['required'] });
  const rows = await lockAll(trx, viewer, [into, ...others]);
  const target = rows.find(({ id }) => id === into)!;
  for (const row of rows) {
    if (row.box_id !== target.box_id || row.client_id !== target.client_id)
      throw new BadRequest({ ids: ['work_other_box'] });
    if (!isOpen(row) && row.state !== 'proposed') throw new Conflict(`work_state|${row.state}`);
  }
  for (const row of rows.filter(({ id }) => id !== into)) {
    await moveInto(trx, row.id, into, act.at, userIdOf(viewer));
    await noteMatters(trx, [row.id], 'joined', userIdOf(viewer), { into });
    await noteMatters(trx, [into], 'joined', userIdOf(viewer), { from: row.id });
    const after = await recorded({ trx, viewer, act }, 'join', row);
    if (row.accepted_at !== null) await publishOrders(trx, 'work_order.closed', [after]);
  }
  await recorded({ trx, viewer, act }, 'join', target);
  if (target.accepted_at !== null)
    await publishOrders(trx, 'work_order.changed', [await orderById(trx, viewer, into)]);
  return { changed: rows.map(({ id }) => id), unchanged: [] };
}

/** A user's confirmation of a repair that measures do not prove. */
export async function confirm(
  { trx, viewer, act }: Acting,
  { ids, holds, comment = '' }: BodyOf<typeof workOrdersConfirm>,
): Promise<Acted> {
  const [changed, unchanged]: [number[], number[]] = [[], []];
  for (const row of await lockAll(trx, viewer, ids)) {
    if (row.state !== 'done' || (row.proof !== 'word' && row.proof !== 'verifying')) {
      unchanged.push(row.id);
      continue;
    }
    if (comment !== '') await insertComment(trx, row.id, userIdOf(viewer), comment);
    await updateOrder(trx, row.id, holds ? { proof: 'confirmed' } : openedAgain(row));
    await noteMatters(trx, [row.id], holds ? 'confirmed' : 'denied', userIdOf(viewer), { comment });
    const after = await recorded({ trx, viewer, act }, holds ? 'confirm' : 'reopen', row);
    await publishOrders(trx, 'work_order.changed', [after]);
    changed.push(row.id);
  }
  return { changed, unchanged };
}

/** Columns of an order whose repair failed: it is open again, and its work must be repeated. */
export const openedAgain = ({ closed_at }: Pick<WorkOrderRow, 'closed_at'>) =>
  ({
    state: 'open',
    proof: null,
    repaired_at: closed_at,
    closed_at: null,
    closed_by: null,
    verdict: null,
    returned: 'not_proven',
  }) as const;
