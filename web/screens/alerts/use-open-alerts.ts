import type { Alert } from '@aerowatch/contracts/api/alerts';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../lib/api/result.ts';
import { useCollectionState, useIsWindowed } from '../../lib/query/collection-state.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { Column } from '../../table/column.ts';
import { useTableState } from '../../table/use-table-state.ts';

/** Orders the server supports, by column. */
const ORDERS: Readonly<Record<string, string>> = {
  severity: 'severity',
  place: 'place',
  opened_at: 'opened_at',
  duration: 'duration',
  assignee: 'assignee',
};
/** The server answers at most this many at once. */
const MOST = 5000;
const INITIAL = '-opened_at';
const NONE: readonly Alert[] = [];

export interface OpenAlerts {
  alerts: readonly Alert[];
  /** There are too many to be here: these are one page, searched, sorted and counted by the server. */
  paged: boolean;
  /** In pages: those of other pages, which may be selected. */
  elsewhere: ReadonlyMap<number, Alert>;
  /** Properties for its table. */
  table: {
    manual: boolean;
    total: number | undefined;
    read: { isLoading: boolean; failure: Failure | undefined; refetch: () => void };
    /** All that match, by id. */
    all: { key: string; read: () => Promise<readonly number[] | null> } | undefined;
  };
}

/** Open alerts: all of them, or the page that the address names if there are too many. */
export function useOpenAlerts(filter: Partial<Record<string, string>>): OpenAlerts {
  const paged = useIsWindowed('alerts');
  const here = useCollection('alerts');
  const state = useCollectionState('alerts');
  const { search, sort, page, pageSize } = useTableState({ initialSort: INITIAL });
  const order = ORDERS[sort?.key ?? ''];
  const ordering = order === undefined ? INITIAL : `${sort?.direction === 'desc' ? '-' : ''}${order}`;
  const matching = { ...filter, ...(search === '' ? {} : { search }) };
  const read = useQuery(
    'alertsOpened',
    { query: { ...matching, ordering, page, page_size: pageSize } },
    { skip: !paged, live: ['alerts'] },
  );
  const [elsewhere, setElsewhere] = useState<ReadonlyMap<number, Alert>>(new Map());
  const remember = useCallback(
    (alerts: readonly Alert[]) =>
      setElsewhere((before) => new Map([...before, ...alerts.map((one): [number, Alert] => [one.id, one])])),
    [],
  );
  const { data } = read;
  useEffect(() => {
    if (paged && data !== undefined) remember(data);
  }, [paged, data, remember]);
  const readAll = async (): Promise<readonly number[] | null> => {
    const found = await fetchOnce('alertsOpened', { query: { ...matching, limit: MOST } });
    if (!found.ok) return null;
    remember(found.data);
    return found.data.map(({ id }) => id);
  };
  return {
    alerts: paged ? (read.data ?? NONE) : here,
    paged,
    elsewhere,
    table: {
      manual: paged,
      total: paged ? read.total : undefined,
      read: paged ? read : state,
      all: paged ? { key: JSON.stringify(matching), read: readAll } : undefined,
    },
  };
}

/** Without orders that the server does not know. */
export const sortedByServer = (columns: readonly Column<Alert>[]): Column<Alert>[] =>
  columns.map(
    ({ value, ...column }) =>
      (ORDERS[column.key] === undefined ? column : { ...column, value }) as Column<Alert>,
  );
