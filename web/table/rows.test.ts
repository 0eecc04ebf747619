import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { matching, type RowOrder, sorted } from './rows.ts';

interface Row {
  id: number;
  name: string;
  count: number | null;
}
const rows: Row[] = [
  { id: 1, name: 'Évreux 10', count: 3 },
  { id: 2, name: 'evreux 9', count: null },
  { id: 3, name: 'Lyon', count: 20 },
];
const columns: Column<Row>[] = [
  { key: 'name', label: '', value: (row) => row.name, cell: (row) => row.name },
  { key: 'count', label: '', value: (row) => row.count, cell: (row) => row.count },
];
const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'base' });
const ids = (found: readonly Row[]) => found.map(({ id }) => id);
const search = (text: string) => ids(matching(rows, columns, text));
const order = (key: string, direction: RowOrder['direction'] = 'asc') =>
  ids(sorted(rows, columns, { key, direction, compare: collator.compare }));

test('search looks for every word, without case and accents', () => {
  expect(search('EVREUX')).toEqual([1, 2]);
  expect(search('9 évr')).toEqual([2]);
  expect(search('paris')).toEqual([]);
  expect(search('  ')).toEqual([1, 2, 3]);
});
test('sorts texts with numbers in them, and numbers', () => {
  expect(order('name')).toEqual([2, 1, 3]);
  expect(order('name', 'desc')).toEqual([3, 1, 2]);
});
test('rows without a value come last either way', () => {
  expect(order('count')).toEqual([1, 3, 2]);
  expect(order('count', 'desc')).toEqual([3, 1, 2]);
});
test('a search keeps the order, and so does a missing column', () => {
  const descending = sorted(rows, columns, { key: 'name', direction: 'desc', compare: collator.compare });
  expect(ids(matching(descending, columns, 'evreux'))).toEqual([1, 2]);
  expect(order('none')).toEqual([1, 2, 3]);
});
