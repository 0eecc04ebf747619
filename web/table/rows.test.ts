import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { type RowOrder, rowsOf } from './rows.ts';

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
const order = (part: Partial<RowOrder>): number[] =>
  rowsOf(rows, columns, { search: '', key: '', direction: 'asc', compare: collator.compare, ...part }).map(
    ({ id }) => id,
  );

test('search looks for every word, without case and accents', () => {
  expect(order({ search: 'EVREUX' })).toEqual([1, 2]);
  expect(order({ search: '9 évr' })).toEqual([2]);
  expect(order({ search: 'paris' })).toEqual([]);
});
test('sorts texts with numbers in them, and numbers', () => {
  expect(order({ key: 'name' })).toEqual([2, 1, 3]);
  expect(order({ key: 'name', direction: 'desc' })).toEqual([3, 1, 2]);
});
test('rows without a value come last either way', () => {
  expect(order({ key: 'count' })).toEqual([1, 3, 2]);
  expect(order({ key: 'count', direction: 'desc' })).toEqual([3, 1, 2]);
});
