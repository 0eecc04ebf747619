import type { Row, Tool } from './tools.ts';

/**
 * Maximum characters of one half of an answer, which is sent twice: as structured content and as its text,
 * whose quotes are escaped. Both together stay below 12,000.
 */
const MAX_HALF = 5_200;
const MAX_TEXT = 400;
/** Maximum characters of the facts beside the rows. */
const MAX_FACTS = 400;
/** Items of a list within a row, tried in this order. */
const LIST_LENGTHS = [12, 5, 2, 1, 0];

export interface Part {
  readonly results: readonly Row[];
  /** Fetches the rows after these; null where there are no more. */
  readonly next_cursor: string | null;
}

/** The query that fetches rows from `offset` on, and how many rows of its answer come before that. */
export function partQuery(
  { paging }: Tool,
  args: Readonly<Record<string, unknown>>,
  offset: number,
): { query: Record<string, unknown>; skip: number } {
  if (paging === 'page') {
    const size = Number(args.page_size);
    return { query: { ...args, page: Math.floor(offset / size) + 1 }, skip: offset % size };
  }
  // One row more than is shown tells whether there are others.
  if (typeof paging === 'number')
    return { query: { ...args, limit: Math.min(paging, offset + Number(args.limit) + 1) }, skip: offset };
  return { query: { ...args }, skip: offset };
}

/** As many of the rows as fit, at least one. `count` is the total, if the answer states it. */
export function fitting(
  rows: readonly Row[],
  facts: Row,
  offset: number,
  skip: number,
  limit = Infinity,
): Part {
  const count = typeof facts.count === 'number' ? facts.count : offset - skip + rows.length;
  const results: Row[] = [];
  let length = JSON.stringify(facts).length + 60;
  for (const row of rows.slice(skip)) {
    const short = inRoom(row);
    const size = JSON.stringify(short).length + 1;
    if (results.length >= limit || (results.length > 0 && length + size > MAX_HALF)) break;
    results.push(short);
    length += size;
  }
  const reached = offset + results.length;
  const isLast = results.length === 0 || reached >= count;
  return { results, next_cursor: isLast ? null : String(reached) };
}

/** Shortens the lists of a row until it fits alone. */
function inRoom(row: Row): Row {
  const shorter = LIST_LENGTHS.map((most) => shortened(row, most) as Row);
  return shorter.find((one) => JSON.stringify(one).length < MAX_HALF - MAX_FACTS) ?? {};
}

/** Long texts and long lists within a row end in an ellipsis; columns of figures stay complete. */
function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object' || one === null)) return value;
    return [
      ...value.slice(0, most).map((one) => shortened(one, most)),
      ...(value.length > most ? ['…'] : []),
    ];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, most)]));
}

/** Points per curve with which all of them fit: time, and three figures of each metric. */
export function pointsThatFit(aeros: number, metrics: number, wished: number): number {
  const characters = 14 + 8 + metrics * 3 * 8;
  return Math.max(
    2,
    Math.min(wished, Math.floor((MAX_HALF - MAX_FACTS) / (Math.min(aeros, 4) * characters))),
  );
}
