import type { Answer, CallOptions, EndpointKey } from '../lib/api/contract.ts';
import type { Failure } from '../lib/api/result.ts';
import { type QuerySettings, useQuery } from '../lib/query/use-query.ts';
import type { Column } from './column.ts';
import { useTableState } from './use-table-state.ts';

/** Endpoints with paged answers. */
type Paged = {
  [K in EndpointKey]: Answer<K> extends { results: readonly { id: number }[]; count: number } ? K : never;
}[EndpointKey];
type RowOf<K extends Paged> = Answer<K>['results'][number];
interface Settings<Row> {
  columns: readonly Column<Row>[];
  initialSort: string;
  /** Filters of the screen. */
  query?: object;
  live?: NonNullable<QuerySettings['live']>;
}
const NONE: never[] = [];
const rowId = (row: { id: number }) => row.id;

/**
 * A list searched, sorted and paged by the server according to the address: the properties for its
 * `DataTable`.
 */
export function usePagedRead<K extends Paged>(
  key: K,
  { columns, initialSort, query, live }: Settings<RowOf<K>>,
) {
  const { search, ordering, page, pageSize } = useTableState({ initialSort, columns });
  const options = { query: { ...query, search, ordering, page, page_size: pageSize } };
  const read = useQuery(key, options as unknown as CallOptions<K>, live === undefined ? {} : { live });
  const data = read.data as { results: RowOf<K>[]; count: number } | undefined;
  const table = {
    manual: true,
    columns,
    rowId,
    rows: data?.results ?? (NONE as RowOf<K>[]),
    total: data?.count ?? 0,
    read: { isLoading: read.isLoading, failure: read.failure as Failure | undefined, refetch: read.refetch },
    initialSort,
  };
  return { table, refetch: read.refetch };
}
