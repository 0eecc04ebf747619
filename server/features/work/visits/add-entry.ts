import type { workOrdersEntry } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { MatterState } from '@aerowatch/domain/work/orders';
import { writtenAt } from '@aerowatch/domain/work/written-at';
import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { takeOnce } from '../../../platform/database/store-taken.ts';
import { Forbidden } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Act, OrderChange } from '../act.ts';
import { changeOrder } from '../change.ts';
import { orderById, orderForUpdate, type WorkOrderRow } from '../store.ts';
import { insertComment } from '../store-write.ts';
import { closeAgain } from './close-again.ts';
import { mergeCheck } from './merge-check.ts';

type Entry = BodyOf<typeof workOrdersEntry>;
type Tools = Pick<Parts, 'vault' | 'clock' | 'hooks'>;

/** Publishes a comment to everybody. */
export type Publish = (trx: Trx, order: WorkOrderRow, comment: string) => Promise<void>;

interface Visit {
  readonly trx: Trx;
  readonly tools: Tools;
  readonly viewer: Viewer;
  readonly act: Act;
  readonly publish: Publish;
}

/**
 * Adds what a device wrote at the pole, perhaps days ago: merged with what others wrote meanwhile, at its own
 * time, and once, however often it arrives.
 */
export async function addEntry(
  visit: Omit<Visit, 'act'>,
  language: Act['language'],
  id: number,
  entry: Entry,
): Promise<WorkOrderRow> {
  const { trx, tools, viewer } = visit;
  const order = await orderOfVisit(trx, viewer, id);
  const at = timeOf(entry, tools.clock.date(), order);
  await onceOf(trx, viewer, entry.entry_id, async () => {
    await apply({ ...visit, act: { at, language } }, order, entry);
    return order.id;
  });
  return orderById(trx, viewer, order.id);
}

/** Once for an id of a device. Only users write at the pole. */
export async function onceOf(
  trx: Trx,
  viewer: Viewer,
  entry: string,
  work: () => Promise<number>,
): Promise<number> {
  if (viewer.kind !== 'user') throw new Forbidden();
  return (await takeOnce(trx, viewer.id, entry, work)).result;
}

/** The order, locked. Facts about a matter that was joined into another belong to that one. */
export async function orderOfVisit(trx: Trx, viewer: Viewer, id: number): Promise<WorkOrderRow> {
  const order = await orderForUpdate(trx, viewer, id);
  return order.joined_into === null ? order : orderOfVisit(trx, viewer, order.joined_into);
}

/** When it was written, by the clock of the server. */
export function timeOf(
  { written_at, sent_at }: { readonly written_at: string; readonly sent_at: string },
  now: Date,
  { created_at }: Pick<WorkOrderRow, 'created_at'>,
): Date {
  const times = { at: Date.parse(written_at), sentAt: Date.parse(sent_at) };
  return new Date(writtenAt(times, now.getTime(), created_at.getTime()));
}

async function apply(visit: Visit, order: WorkOrderRow, entry: Entry): Promise<void> {
  if (entry.comment !== undefined) await comment(visit, order, entry.comment);
  if (entry.check !== undefined) await check(visit, order, entry.check);
  if (entry.closing !== undefined) await close(visit, order, entry.closing);
}

async function comment({ trx, viewer, act, publish }: Visit, order: WorkOrderRow, text: string) {
  await insertComment(trx, order.id, viewer.kind === 'user' ? viewer.id : null, text, act.at);
  await publish(trx, await orderById(trx, viewer, order.id), text);
}

async function check(visit: Visit, order: WorkOrderRow, entry: NonNullable<Entry['check']>): Promise<void> {
  const { trx, tools, viewer, act } = visit;
  const { checks, rest } = mergeCheck(order.checklist, entry);
  if (JSON.stringify(checks) !== JSON.stringify(order.checklist))
    await changeOrder(trx, tools, viewer, order, { checklist: [...checks] as OrderChange['checklist'] }, act);
  if (rest !== null) await comment(visit, order, rest);
}

async function close(
  visit: Visit,
  order: WorkOrderRow,
  closing: NonNullable<Entry['closing']>,
): Promise<void> {
  const { trx, tools, viewer, act } = visit;
  const state = order.state as MatterState;
  if (state === 'done') {
    const differs = await closeAgain(trx, tools, viewer, order, closing, act);
    if (differs !== null) await comment(visit, order, differs);
    return;
  }
  // Work that was done is done, whatever was planned meanwhile: a cancelled or dismissed order opens first.
  const isOpen = state === 'open' || state === 'planned';
  const opened = isOpen ? order : await changeOrder(trx, tools, viewer, order, { state: 'open' }, act);
  await changeOrder(trx, tools, viewer, opened, { state: 'done', ...closing }, act);
}
