import type { Order } from '../../entities/work/work-words.ts';
import type { Body } from '../../lib/api/contract.ts';

export type Check = Order['checklist'][number];
type Sent = NonNullable<Body<'workOrdersPatch'>['checklist']>;
/**
 * The result of an edit; `gone` if the item no longer exists, `overtaken` if somebody else wrote its note.
 */
export type ChecklistEdit = (now: readonly Check[]) => Sent | 'gone' | 'overtaken';

const isSame = (one: Check, other: Check) => one.code === other.code && one.text === other.text;

/** Edits one item, wherever it is now; a note only replaces a `known` one. */
export const lineEdit =
  (line: Check, index: number, change: Partial<Check>, known?: readonly string[]): ChecklistEdit =>
  (now) => {
    const there = now[index];
    const at = there !== undefined && isSame(there, line) ? index : now.findIndex((one) => isSame(one, line));
    const found = now[at];
    if (found === undefined) return 'gone';
    const written = known !== undefined && found.note !== change.note && !known.includes(found.note);
    return written ? 'overtaken' : now.map((one, i) => (i === at ? { ...one, ...change } : one));
  };
export const lineAdded =
  (text: string): ChecklistEdit =>
  (now) => [...now, { text, done: false, note: '' }];
