import { useDeferredValue, useMemo, useState } from 'react';
import type { Column } from './column.ts';
import { rowsOf } from './rows.ts';
import type { TableState } from './use-table-state.ts';

interface Settings<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => number;
  state: TableState;
  /** The server searched, sorted and paged. */
  manual: boolean;
  total: number | undefined;
  compare: (a: string, b: string) => number;
}
export interface RowModel<Row> {
  page: readonly Row[];
  /** Rows that match the search. */
  matching: number;
  selected: number[];
  allSelected: boolean;
  isSelected: (id: number) => boolean;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clearSelection: () => void;
}

/** Search, sort, pages and selection over rows in memory. */
export function useRows<Row>(settings: Settings<Row>): RowModel<Row> {
  const { rows, columns, rowId, state, manual, total, compare } = settings;
  const search = useDeferredValue(state.search);
  const { key, direction } = state.sort ?? { key: '', direction: 'asc' as const };
  const matching = useMemo(
    () => (manual ? rows : rowsOf(rows, columns, { search, key, direction, compare })),
    [rows, columns, manual, search, key, direction, compare],
  );
  const pages = Math.max(1, Math.ceil(matching.length / state.pageSize));
  const first = (Math.min(state.page, pages) - 1) * state.pageSize;
  const page = useMemo(
    () => (manual ? rows : matching.slice(first, first + state.pageSize)),
    [manual, rows, matching, first, state.pageSize],
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const selected = useMemo(
    () => matching.map(rowId).filter((id) => chosen.has(id)),
    [matching, chosen, rowId],
  );
  const allSelected = matching.length > 0 && selected.length === matching.length;
  return {
    page,
    matching: manual ? (total ?? rows.length) : matching.length,
    selected,
    allSelected,
    isSelected: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setChosen(allSelected ? new Set() : new Set(matching.map(rowId))),
    clearSelection: () => setChosen(new Set()),
  };
}
