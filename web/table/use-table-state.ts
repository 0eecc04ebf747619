import { useMemo } from 'react';
import { useAddress } from '../lib/hooks/use-address.ts';

export const PAGE_SIZES = [25, 50, 100, 250] as const;
export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}
export interface TableState {
  search: string;
  sort: Sort | null;
  page: number;
  pageSize: number;
  /** Whether the address contains the page size. */
  sizeChosen: boolean;
  hidden: ReadonlySet<string>;
  setSearch: (value: string) => void;
  toggleSort: (key: string) => void;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  toggleColumn: (key: string) => void;
  resetColumns: () => void;
  /** Whether rows have one line. */
  compact: boolean;
  toggleCompact: () => void;
  /** As the API's `ordering` parameter. */
  ordering: string | undefined;
}
interface Settings {
  /** Where several tables share a screen. */
  prefix?: string;
  /** `name` or `-name`. */
  initialSort?: string;
  columns?: readonly { key: string; hidden?: boolean }[];
  /** One-line rows by default. */
  dense?: boolean;
}

/**
 * Whether rows have one line, and the address value for the opposite choice; the default is not in the
 * address.
 */
function densityOf(written: string | null, dense: boolean): { compact: boolean; other: string | null } {
  const away = dense ? 'roomy' : 'compact';
  return { compact: dense !== (written === away), other: written === away ? null : away };
}

/** Search, sort, page and columns of a list, kept in the URL so that a view can be shared. */
export function useTableState(settings: Settings): TableState {
  const { prefix = '', initialSort, columns = [], dense = false } = settings;
  const [parameters, change] = useAddress();
  const text = parameters.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is the whole address
  return useMemo(() => {
    const name = (key: string) => (prefix === '' ? key : `${prefix}_${key}`);
    const get = (key: string) => parameters.get(name(key));
    const set = (changes: Record<string, string | null>): void =>
      change(Object.fromEntries(Object.entries(changes).map(([key, value]) => [name(key), value])));
    const defaults = columns.filter((column) => column.hidden).map((column) => column.key);
    const shown = get('hide');
    const hidden = new Set(shown === null ? defaults : shown.split('.').filter((key) => key !== ''));
    const ordering = get('sort') ?? initialSort;
    const size = Number(get('size'));
    const sort: Sort | null =
      ordering === undefined || ordering === null || ordering === ''
        ? null
        : { key: ordering.replace(/^-/, ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' };
    const sized = (PAGE_SIZES as readonly number[]).includes(size);
    const density = densityOf(get('density'), dense);
    return {
      search: get('q') ?? '',
      sort,
      ordering: ordering ?? undefined,
      page: Math.max(1, Math.trunc(Number(get('page') ?? 1)) || 1),
      pageSize: sized ? size : 50,
      sizeChosen: sized,
      hidden,
      setSearch: (value) => set({ q: value, page: null }),
      toggleSort: (key) =>
        set({ sort: sort?.key === key && sort.direction === 'asc' ? `-${key}` : key, page: null }),
      setPage: (page) => set({ page: page === 1 ? null : String(page) }),
      setPageSize: (value) => set({ size: String(value), page: null }),
      toggleColumn: (key) => {
        const next = new Set(hidden);
        if (!next.delete(key)) next.add(key);
        set({ hide: next.size === 0 ? '.' : [...next].join('.') });
      },
      resetColumns: () => set({ hide: null }),
      compact: density.compact,
      toggleCompact: () => set({ density: density.other }),
    };
  }, [text, prefix, initialSort, columns, dense]);
}
