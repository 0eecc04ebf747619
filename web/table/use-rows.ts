import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Column } from './column.ts';
import { matching, sorted } from './rows.ts';
import type { TableState } from './use-table-state.ts';

/** Rows that a common screen shows without scrolling. */
const AT_ONCE = 20;

interface Settings<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => number;
  state: TableState;
  /** The search text, before the state contains it. */
  search: string;
  /** The server searches, sorts and pages. */
  manual: boolean;
  total: number | undefined;
  /** What is searched and filtered for by the server: a selection is of its items. */
  of?: string | undefined;
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
  select: (ids: readonly number[]) => void;
  /** All that matched when they were selected together; null while nothing is, or was chosen one by one. */
  matched: readonly number[] | null;
  selectMatching: (ids: readonly number[]) => void;
}

/** Search, sort, pages and selection over rows in memory. */
export function useRows<Row>(settings: Settings<Row>): RowModel<Row> {
  const { rows, columns, rowId, state, manual, total, compare } = settings;
  const { search } = settings;
  const { key, direction } = state.sort ?? { key: '', direction: 'asc' as const };
  // Typing must not sort again.
  const ordered = useMemo(
    () => (manual ? rows : sorted(rows, columns, { key, direction, compare })),
    [rows, columns, manual, key, direction, compare],
  );
  const found = useMemo(
    () => (manual ? ordered : matching(ordered, columns, search)),
    [ordered, columns, manual, search],
  );
  const pages = Math.max(1, Math.ceil(found.length / state.pageSize));
  // A new search starts at its first page, even before the address changes.
  const number = manual || search === state.search ? Math.min(state.page, pages) : 1;
  const first = (number - 1) * state.pageSize;
  // The visible rows respond to a key at once; those below follow in a later render.
  const answering = useDeferredValue(search) !== search;
  const size = answering ? Math.min(AT_ONCE, state.pageSize) : state.pageSize;
  const page = useMemo(
    () => (manual ? rows : found.slice(first, first + size)),
    [manual, rows, found, first, size],
  );
  const { chosen, matched, setChosen, selectMatching } = useChosen(settings.of);
  const here = useMemo(
    () => (chosen.size === 0 ? [] : found.map(rowId).filter((id) => chosen.has(id))),
    [found, chosen, rowId],
  );
  // Items of other pages stay selected.
  const selected = useMemo(() => (manual ? [...chosen] : here), [manual, chosen, here]);
  const allSelected = found.length > 0 && here.length === found.length;
  const ofPage = () => new Set([...(manual ? chosen : []), ...found.map(rowId)]);
  const toggle = useCallback(
    (id: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [setChosen],
  );
  return {
    page,
    matching: manual ? (total ?? rows.length) : found.length,
    selected,
    allSelected,
    isSelected: (id) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(allSelected ? new Set() : ofPage()),
    clearSelection: () => setChosen(new Set()),
    select: (ids) => setChosen(new Set(ids)),
    matched,
    selectMatching,
  };
}

interface Chosen {
  /** What is searched and filtered for. */
  of: string;
  chosen: ReadonlySet<number>;
  matched: readonly number[] | null;
}
const NOBODY: ReadonlySet<number> = new Set();
/** The selected ids; none once something else is searched or filtered for. */
function useChosen(of = '') {
  const [held, setHeld] = useState<Chosen>({ of, chosen: NOBODY, matched: null });
  const { chosen, matched } = held.of === of ? held : { chosen: NOBODY, matched: null };
  const setChosen = useCallback(
    (next: ReadonlySet<number> | ((before: ReadonlySet<number>) => ReadonlySet<number>)) =>
      setHeld((before) => {
        const same = before.of === of;
        const chosen = typeof next === 'function' ? next(same ? before.chosen : NOBODY) : next;
        return { of, chosen, matched: same && chosen.size > 0 ? before.matched : null };
      }),
    [of],
  );
  const selectMatching = useCallback(
    (ids: readonly number[]) => setHeld({ of, chosen: new Set(ids), matched: ids }),
    [of],
  );
  return { chosen, matched, setChosen, selectMatching };
}
