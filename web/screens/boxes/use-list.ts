import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import { matchesFilters, type useBoxFilters } from '../../entities/boxes/use-box-filters.tsx';
import type { Failure } from '../../lib/api/result.ts';
import { useCollectionState, useIsWindowed } from '../../lib/query/collection-state.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { unpackBoxes } from '../../lib/query/packed-boxes.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { AFTER_GAPS, PAGE_AGE, useFollowed } from '../../lib/query/use-followed.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { Column } from '../../table/column.ts';
import { useTableState } from '../../table/use-table-state.ts';
import { useBoxColumnsOfList } from './columns.tsx';

/** Sort orders the server supports. */
const ORDERS = new Set([
  'serial_number',
  'name',
  'client',
  'line',
  'kilometer_point',
  'pole',
  'installation_date',
  'last_send',
  'sami',
  'status',
]);

export interface BoxList {
  /** The properties for its table. */
  table: {
    rows: readonly Box[];
    columns: Column<Box>[];
    manual: boolean;
    total: number | undefined;
    read: { isLoading: boolean; failure: Failure | undefined; refetch: () => void };
    /** In pages from the server: all that match, by id. */
    all: { key: string; read: () => Promise<readonly number[] | null> } | undefined;
  };
  /** The filter as API query, for the export. */
  query: Record<string, string>;
}

/** The boxes of the list: from memory, or page by page from the server if there are too many. */
export function useBoxList(filtering: ReturnType<typeof useBoxFilters>): BoxList {
  const boxes = useCollection('boxes');
  const loading = useCollectionState('boxes');
  const manual = useIsWindowed('boxes');
  const columns = useBoxColumnsOfList({ manual });
  const state = useTableState({ initialSort: 'serial_number', columns });
  const ordering = ORDERS.has((state.ordering ?? '').replace(/^-/, '')) ? state.ordering : undefined;
  const matching = { ...filtering.query, ...(state.search === '' ? {} : { search: state.search }) };
  const query = {
    ...matching,
    ...(ordering === undefined ? {} : { ordering }),
  };
  const read = useQuery(
    'boxesList',
    { query: { ...query, page: state.page, page_size: state.pageSize } },
    { skip: !manual, live: AFTER_GAPS, pollingInterval: PAGE_AGE },
  );
  const { filters } = filtering;
  const found = useMemo(
    () => (manual ? [] : boxes.filter((box) => matchesFilters(box, filters))),
    [manual, boxes, filters],
  );
  const page = useFollowed('boxes', manual ? (read.data?.results ?? NONE) : NONE);
  const table = {
    rows: manual ? page : found,
    columns,
    manual,
    total: manual ? read.data?.count : undefined,
    read: manual ? read : loading,
    all: manual ? { key: JSON.stringify(matching), read: () => idsOf(matching) } : undefined,
  };
  return { table, query };
}

const NONE: readonly Box[] = [];

async function idsOf(query: Record<string, string>): Promise<readonly number[] | null> {
  const found = await fetchOnce('boxesColumns', { query });
  return found.ok ? unpackBoxes(found.data).boxes.map(({ id }) => id) : null;
}
