import type { Answer } from '../../lib/api/contract.ts';

type Changes = Answer<'auditList'>['results'][number]['changes'];
/** One field of a change: `['desired', 'upload_time']`, `['aeros', '2', 'line']`. */
export interface Leaf {
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a change, with nested objects flattened; fields equal on both sides are left out. */
export function leavesOf(changes: Changes): Leaf[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => leaves([field], from, to));
}

function leaves(path: readonly string[], from: unknown, to: unknown): Leaf[] {
  // An object that was created or deleted as a whole lists its fields too.
  const nested =
    (isRecord(from) || isRecord(to)) && [from, to].every((side) => side == null || isRecord(side));
  if (!nested) return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from, to }];
  const [before, after] = [from ?? {}, to ?? {}] as Record<string, unknown>[];
  const keys = new Set([...Object.keys(before!), ...Object.keys(after!)]);
  return [...keys].flatMap((key) => leaves([...path, key], before![key] ?? null, after![key] ?? null));
}
