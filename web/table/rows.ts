import type { Column } from './column.ts';

export interface RowOrder {
  /** Sort column; empty: the original order. */
  key: string;
  direction: 'asc' | 'desc';
  compare: (a: string, b: string) => number;
}
type Value = string | number | boolean | null | undefined;

/** Sorted rows; those without a value come last in both directions. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: RowOrder,
): readonly Row[] {
  const value = columns.find(({ key }) => key === order.key)?.value;
  if (value === undefined) return rows;
  const sign = order.direction === 'asc' ? 1 : -1;
  // Values once per row, because comparisons must not compute them again.
  const keyed = rows.map((row) => ({ row, value: value(row) }));
  keyed.sort((a, b) => {
    const emptyA = isEmpty(a.value);
    const emptyB = isEmpty(b.value);
    if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
    return sign * compareValues(a.value, b.value, order.compare);
  });
  return keyed.map(({ row }) => row);
}

/** Rows that contain every word of the search, in their order. */
export function matching<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const words = fold(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldedText(row, columns);
    return words.every((word) => text.includes(word));
  });
}

/** The searched text of each row, cached while rows and columns stay the same, so that typing stays fast. */
const folded = new WeakMap<readonly unknown[], WeakMap<object, string>>();
function foldedText<Row>(row: Row, columns: readonly Column<Row>[]): string {
  const texts = folded.get(columns) ?? new WeakMap<object, string>();
  folded.set(columns, texts);
  const known = texts.get(row as object);
  if (known !== undefined) return known;
  const text = fold(columns.map((column) => textOf(column, row)).join('\n'));
  texts.set(row as object, text);
  return text;
}
function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.searched !== undefined) return column.searched(row);
  const value = column.value?.(row);
  return typeof value === 'string' ? value : '';
}
const PLAIN = /^[\n -~]*$/;
/** Without case and accents. */
export function fold(text: string): string {
  // Most texts of a fleet are plain ASCII; a hundred thousand of them are folded before the first key is
  // handled.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
function isEmpty(value: Value): boolean {
  return value === null || value === undefined || value === '';
}
function compareValues(a: Value, b: Value, compare: RowOrder['compare']): number {
  return typeof a === 'string' && typeof b === 'string' ? compare(a, b) : Number(a) - Number(b);
}
