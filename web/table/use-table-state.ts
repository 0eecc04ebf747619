import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

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
  hidden: ReadonlySet<string>;
  setSearch: (value: string) => void;
  toggleSort: (key: string) => void;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  toggleColumn: (key: string) => void;
  resetColumns: () => void;
  /** Rows of one line each. */
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
}

/** Search, sort, page and columns of a list, kept in the URL so that a view can be shared. */
export function useTableState({ prefix = '', initialSort, columns = [] }: Settings): TableState {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is the whole address
  return useMemo(() => {
    const name = (key: string) => (prefix === '' ? key : `${prefix}_${key}`);
    const get = (key: string) => parameters.get(name(key));
    const set = (changes: Record<string, string | null>): void =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes))
            if (value === null || value === '') next.delete(name(key));
            else next.set(name(key), value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    const defaults = columns.filter((column) => column.hidden).map((column) => column.key);
    const shown = get('hide');
    const hidden = new Set(shown === null ? defaults : shown.split('.').filter((key) => key !== ''));
    const ordering = get('sort') ?? initialSort;
    const size = Number(get('size'));
    const sort: Sort | null =
      ordering === undefined || ordering === null || ordering === ''
        ? null
        : { key: ordering.replace(/^-/, ''), direction: ordering.startsWith('-') ? 'desc' : 'asc' };
    return {
      search: get('q') ?? '',
      sort,
      ordering: ordering ?? undefined,
      page: Math.max(1, Math.trunc(Number(get('page') ?? 1)) || 1),
      pageSize: (PAGE_SIZES as readonly number[]).includes(size) ? size : 50,
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
      compact: get('density') === 'compact',
      toggleCompact: () => set({ density: get('density') === 'compact' ? null : 'compact' }),
    };
  }, [text, prefix, initialSort, columns]);
}
