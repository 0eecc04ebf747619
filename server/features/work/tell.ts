import { CHANNEL_KEYS, channelOf } from '@aerowatch/domain/notifications/channels';
import type { NoticeType } from '@aerowatch/domain/work/notices';
import type { Trx } from '../../platform/database/db.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { type QueuedMail, queueMail } from '../outbox/queue.ts';
import { chosenOf } from '../outbox/store-channels.ts';
import { addNotices } from './notices/store-notices.ts';
import type { WorkOrderRow } from './store.ts';

/**
 * Notifies users of work assigned to them, many orders in one e-mail; not of work they assigned to
 * themselves.
 */
export async function tellAssignees(
  trx: Trx,
  viewer: Viewer,
  rows: readonly WorkOrderRow[],
  comment = '',
): Promise<void> {
  const me = userIdOf(viewer);
  const assigned = rows.filter(({ assignee_id }) => assignee_id !== null && assignee_id !== me);
  for (const [userId, orders] of Map.groupBy(assigned, ({ assignee_id }) => assignee_id!)) {
    await addNotices(trx, userId, orders, { type: 'handed_over', by: me, comment });
    const by = viewer.kind === 'user' ? viewer.name || viewer.email : '';
    await queueTold(trx, userId, { why: 'handed_over', by, comment }, orders);
  }
}

/** Notifies the assignee of the verification of a repair; also by e-mail if the order is open again. */
export async function tellProof(
  trx: Trx,
  order: WorkOrderRow,
  type: Extract<NoticeType, 'not_proven' | 'asked'>,
): Promise<void> {
  const userId = order.assignee_id ?? order.accepted_by;
  if (userId === null) return;
  await addNotices(trx, userId, [order], { type, by: null, comment: '' });
  if (type === 'not_proven') await queueTold(trx, userId, { why: type, by: '', comment: '' }, [order]);
}

/**
 * Tells a person of a proposal that waits for them: in the console, and by message if it comes from somebody
 * who did not accept it.
 */
export async function tellDuty(
  trx: Trx,
  order: WorkOrderRow,
  userId: number,
  type: Extract<NoticeType, 'on_duty' | 'escalated'>,
): Promise<void> {
  await addNotices(trx, userId, [order], { type, by: null, comment: '' });
  if (type === 'escalated') await queueTold(trx, userId, { why: type, by: '', comment: '' }, [order]);
}

/** Channels that show cards. */
const CARDS = CHANNEL_KEYS.filter((key) => channelOf(key).form === 'card');

/** By e-mail, and by the channels with cards that the user chose. */
async function queueTold(
  trx: Trx,
  userId: number,
  about: Pick<Extract<QueuedMail, { kind: 'orders_given' }>, 'why' | 'by' | 'comment'>,
  orders: readonly WorkOrderRow[],
): Promise<void> {
  for (const channel of ['email', ...(await chosenOf(trx, userId, CARDS))] as const)
    await queueMail(trx, { kind: 'orders_given', channel, userId, ...about, orders: orders.map(toldOf) });
}

const toldOf = ({ id, title, kind, rule, serial_number, position, precision, due_on }: WorkOrderRow) => ({
  id,
  title,
  kind,
  rule,
  serial_number,
  position,
  precision,
  due_on,
});
