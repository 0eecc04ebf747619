import type { workOrdersEntry } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { WORK_ACT_KEYS } from '@aerowatch/domain/work/orders';
import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Act } from '../act.ts';
import { changeOrder } from '../change.ts';
import { logText, recordClosing } from '../closing.ts';
import type { WorkOrderRow } from '../store.ts';

type Closing = NonNullable<BodyOf<typeof workOrdersEntry>['closing']>;

/**
 * A second person closes an order that is closed already: two were at one pole, both offline. The first
 * verdict holds, the acts of both are kept, and the log has an entry of each. Returns what the second one said
 * if it differs, to be added as a comment.
 */
export async function closeAgain(
  trx: Trx,
  tools: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  order: WorkOrderRow,
  closing: Closing,
  act: Act,
): Promise<string | null> {
  const said = { ...order, ...withoutUndefined(closing), acts: closing.acts ?? [] } as WorkOrderRow;
  const { closing_note: note = '' } = closing;
  const both = [order.closing_note, note].filter((text) => text !== '').join('\n');
  const fits = both.length <= TEXT_LENGTHS.work_order.closing_note && !order.closing_note.includes(note);
  const acts = WORK_ACT_KEYS.filter((key) => order.acts.includes(key) || closing.acts?.includes(key));
  await changeOrder(trx, tools, viewer, order, { acts, closing_note: fits ? both : order.closing_note }, act);
  await recordClosing(trx, tools, viewer, said, closing, act);
  const isSame =
    closing.verdict === order.verdict &&
    (closing.mechanism ?? order.mechanism) === order.mechanism &&
    (closing.cause ?? order.cause) === order.cause;
  return isSame && (fits || order.closing_note.includes(note)) ? null : logText(said, act);
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;
}
