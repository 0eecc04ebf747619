import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import type { Answer } from '../../../lib/api/contract.ts';

type Changes = Answer<'auditList'>['results'][number]['changes'];
/** One field of a change: `['desired', 'upload_time']`, `['aeros', '2', 'line']`. */
export interface Leaf {
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether a value is empty. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The fields of a change, with nested objects flattened; fields equal on both sides are omitted, and so is a
 * user's id if the name is beside it.
 */
export function leavesOf(changes: Changes): Leaf[] {
  return Object.entries(changes)
    .filter(([field]) => !Object.hasOwn(changes, `${field}_name`))
    .flatMap(([field, { from, to }]) => {
      const [was, is] = field === 'checklist' ? changedLines(from, to) : [byPosition(from), byPosition(to)];
      return leaves([field], was, is);
    });
}

function leaves(path: readonly string[], from: unknown, to: unknown): Leaf[] {
  // An object that was created or deleted as a whole lists its fields too.
  const nested =
    (isRecord(from) || isRecord(to)) && [from, to].every((side) => side == null || isRecord(side));
  if (!nested) return isSame(from, to) ? [] : [{ path, from, to }];
  const [before, after] = [from ?? {}, to ?? {}] as Record<string, unknown>[];
  const keys = new Set([...Object.keys(before!), ...Object.keys(after!)]);
  return [...keys].flatMap((key) => leaves([...path, key], before![key] ?? null, after![key] ?? null));
}

/** A secret is masked on both sides: if it is in a change, it was changed. */
const isSame = (from: unknown, to: unknown): boolean =>
  (isNothing(from) && isNothing(to)) || (from !== SECRET_MASK && JSON.stringify(from) === JSON.stringify(to));

/** AEROs are a list for a new box, and keyed by their position for a changed one. */
function byPosition(value: unknown): unknown {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isPlaced);
  return isList ? Object.fromEntries(value.map(({ position, ...aero }) => [String(position), aero])) : value;
}
const isPlaced = (item: unknown): item is Record<string, unknown> =>
  isRecord(item) && Object.hasOwn(item, 'position');

/** The changed lines of a list: a whole checklist would not show which item was ticked. */
function changedLines(from: unknown, to: unknown): [from: unknown, to: unknown] {
  if (!Array.isArray(from) || !Array.isArray(to)) return [from, to];
  const [gone, come] = [from.filter((line) => !to.includes(line)), to.filter((line) => !from.includes(line))];
  // Reordered, or one of two equal lines was removed.
  return gone.length + come.length === 0 ? [from, to] : [gone, come];
}
