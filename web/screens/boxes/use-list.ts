import type { Box } from '@aerowatch/contracts/api/boxes';
import { useMemo } from 'react';
import { matchesFilters, type useBoxFilters } from '../../entities/boxes/use-box-filters.tsx';
import type { Failure } from '../../lib/api/result.ts';
import { useCollectionState } from '../../lib/query/collection-state.ts';
import { useCollection, useCount } from '../../lib/query/use-collection.ts';
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
  rows: readonly Box[];
  columns: Column<Box>[];
  manual: boolean;
  total: number | undefined;
  read: { isLoading: boolean; failure: Failure | undefined; refetch: () => void };
  /** The filter as API query, for the export. */
  query: Record<string, string>;
}

/** The boxes of the list: from memory, or page by page from the server if there are too many. */
export function useBoxList(filtering: ReturnType<typeof useBoxFilters>): BoxList {
  const boxes = useCollection('boxes');
  const loading = useCollectionState('boxes');
  const manual = useCount('boxes') > boxes.length;
  const columns = useBoxColumnsOfList({ manual });
  const state = useTableState({ initialSort: 'serial_number', columns });
  const ordering = ORDERS.has((state.ordering ?? '').replace(/^-/, '')) ? state.ordering : undefined;
  const query = {
    ...filtering.query,
    ...(state.search === '' ? {} : { search: state.search }),
    ...(ordering === undefined ? {} : { ordering }),
  };
  const read = useQuery(
    'boxesList',
    { query: { ...query, page: state.page, page_size: state.pageSize } },
    { skip: !manual, live: ['boxes'] },
  );
  const { filters } = filtering;
  const found = useMemo(
    () => (manual ? [] : boxes.filter((box) => matchesFilters(box, filters))),
    [manual, boxes, filters],
  );
  return {
    rows: manual ? (read.data?.results ?? []) : found,
    columns,
    manual,
    total: manual ? read.data?.count : undefined,
    read: manual ? read : loading,
    query,
  };
}
