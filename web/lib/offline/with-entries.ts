import type { Answer } from '../api/contract.ts';
import type { Queued } from './entry.ts';

type Order = Answer<'workOrdersGet'>;
type Check = Order['checklist'][number];

/** Comments that wait have ids below zero, so that they are never taken for stored ones. */
const WAITING_ID = -1;
export const isWaiting = ({ id }: { readonly id: number }): boolean => id < 0;

/** An order as it will be once what waits on this device has been sent. */
export function withEntries(order: Order, entries: readonly Queued[]): Order {
  let { comments, checklist } = order;
  for (const { written, at, place, user, state } of entries) {
    if (written === null || state === 'refused') continue;
    const { content } = written;
    if (content.kind === 'comment')
      comments = [
        ...comments,
        {
          id: WAITING_ID - place,
          at: new Date(at).toISOString(),
          user,
          user_name: null,
          text: content.body.comment ?? '',
        },
      ];
    if (content.kind === 'check') checklist = merged(checklist, content.body.check);
  }
  return { ...order, comments, checklist };
}

type Change = Partial<Check> | undefined;
function merged(checklist: readonly Check[], change: Change): Check[] {
  if (change === undefined) return [...checklist];
  const isLine = (line: Check) =>
    change.code == null ? line.code === null && line.text === change.text : line.code === change.code;
  const { done, note } = change;
  const apply = (line: Check): Check => ({ ...line, done: done ?? line.done, note: note ?? line.note });
  if (checklist.some(isLine)) return checklist.map((line) => (isLine(line) ? apply(line) : line));
  return [...checklist, apply({ code: change.code ?? null, text: change.text ?? '', done: false, note: '' })];
}
