import type { Order } from '../../entities/work/work-words.ts';
import type { Body } from '../../lib/api/contract.ts';

export type Check = Order['checklist'][number];
type Sent = NonNullable<Body<'workOrdersPatch'>['checklist']>;
/** What a checklist becomes; null where the line that was meant is no longer there. */
export type ChecklistEdit = (now: readonly Check[]) => Sent | null;

const isSame = (one: Check, other: Check) => one.code === other.code && one.text === other.text;

/** A change of one line, wherever it stands by now. */
export const lineEdit =
  (line: Check, index: number, change: Partial<Check>): ChecklistEdit =>
  (now) => {
    const there = now[index];
    const at = there !== undefined && isSame(there, line) ? index : now.findIndex((one) => isSame(one, line));
    return at < 0 ? null : now.map((one, i) => (i === at ? { ...one, ...change } : one));
  };
export const lineAdded =
  (text: string): ChecklistEdit =>
  (now) => [...now, { text, done: false, note: '' }];
