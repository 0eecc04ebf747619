import type { workOrdersEntry } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { isCheck } from '../present.ts';
import type { StoredCheck } from '../schema.ts';

export type CheckEntry = NonNullable<BodyOf<typeof workOrdersEntry>['check']>;

/** Between two readings or remarks on one line. */
const BETWEEN = ' · ';

/**
 * A checklist with one line changed, wherever the line is now. Nothing is overwritten: a line that was removed
 * comes back, and a note that the writer had not seen stays beside the new one, or in `rest` if both are too
 * long for the line.
 */
export function mergeCheck(
  stored: readonly StoredCheck[],
  entry: CheckEntry,
): { readonly checks: readonly StoredCheck[]; readonly rest: string | null } {
  const found = stored.findIndex((line) => isLine(line, entry));
  const line = stored[found] ?? lineOf(entry);
  const { note, rest } = noteOf(line.note, entry);
  const changed = { ...line, done: entry.done ?? line.done, note };
  const checks = found < 0 ? [...stored, changed] : stored.map((one, at) => (at === found ? changed : one));
  return { checks, rest };
}

const isLine = (line: StoredCheck, { code, text }: CheckEntry): boolean =>
  isCheck(code) ? line.code === code : line.code === null && line.text === text;

const lineOf = ({ code, text }: CheckEntry): StoredCheck =>
  isCheck(code) ? { code, text: '', done: false, note: '' } : { code: null, text, done: false, note: '' };

function noteOf(now: string, { note, known }: CheckEntry): { note: string; rest: string | null } {
  if (note === undefined || note === now) return { note: now, rest: null };
  if (now === '' || known.includes(now)) return { note, rest: null };
  if (note === '' || now.split(BETWEEN).includes(note)) return { note: now, rest: null };
  const both = now + BETWEEN + note;
  return both.length <= TEXT_LENGTHS.work_order.task_note
    ? { note: both, rest: null }
    : { note: now, rest: note };
}
