import type { Alert } from '@aerowatch/contracts/api/alerts';
import { useEffect, useState } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useCollectionState, useIsWindowed } from '../../lib/query/collection-state.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { AllThatMatch } from '../../table/bulk-bar.tsx';
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
const INITIAL = '-opened_at';
const NONE: readonly Alert[] = [];
/** What acts need of an alert. */
export type AlertPlace = Pick<Alert, 'id' | 'aero' | 'box'>;
/** How alerts are shown: by cause on one AERO, one by one, by box. */
export const VIEWS = ['causes', 'flat', 'boxes'] as const;
export type View = (typeof VIEWS)[number];
const BY = { causes: { by: 'group' }, flat: {}, boxes: { by: 'box' } } as const;

export interface OpenAlerts {
  alerts: readonly Alert[];
  /** There are too many to be here: these are one page, searched, grouped, sorted and counted by the server. */
  paged: boolean;
  /** In pages: how many alerts match; `table.total` counts rows. */
  matching: number | undefined;
  /** In pages: the alerts of the rows of other pages, which may be selected, the row's own first. */
  elsewhere: ReadonlyMap<number, readonly AlertPlace[]>;
  /** Properties for its table. */
  table: {
    manual: boolean;
    total: number | undefined;
    read: { isLoading: boolean; failure: Failure | undefined; refetch: () => void };
    /** All that match, by the id of their row. */
    all: AllThatMatch | undefined;
  };
}

/** Open alerts: all of them, or the page that the address names if there are too many. */
export function useOpenAlerts(filter: Partial<Record<string, string>>, view: View): OpenAlerts {
  const paged = useIsWindowed('alerts');
  const here = useCollection('alerts');
  const state = useCollectionState('alerts');
  const { search, sort, page, pageSize } = useTableState({ initialSort: INITIAL });
  const order = ORDERS[sort?.key ?? ''];
  const ordering = order === undefined ? INITIAL : `${sort?.direction === 'desc' ? '-' : ''}${order}`;
  const matching = { ...filter, ...(search === '' ? {} : { search }) };
  const rows = { ...matching, ...BY[view] };
  const settings = { skip: !paged, live: ['alerts'] } as const;
  const read = useQuery(
    'alertsOpened',
    { query: { ...rows, ordering, page, page_size: pageSize } },
    settings,
  );
  const counted = useQuery('alertsOpened', { query: { ...matching, limit: 1 } }, settings);
  const [elsewhere, setElsewhere] = useState<OpenAlerts['elsewhere']>(new Map());
  const { data } = read;
  useEffect(() => {
    if (paged && data !== undefined)
      setElsewhere((before) => new Map([...before, ...placesByRow(data, view)]));
  }, [paged, data, view]);
  const readAll = async (): Promise<readonly number[] | null> => {
    const found = await fetchOnce('alertsColumns', { query: rows });
    if (!found.ok) return null;
    const all = placesByLead(found.data);
    setElsewhere(all);
    return [...all.keys()];
  };
  // Before they were read, only those are here that events told of: none is shown, so that nothing looks calm.
  const whole = state.isLoading ? NONE : here;
  return {
    alerts: paged ? (read.data ?? NONE) : whole,
    paged,
    matching: counted.total,
    elsewhere,
    table: {
      manual: paged,
      total: paged ? read.total : undefined,
      read: paged ? read : state,
      all: paged ? { key: JSON.stringify(rows), read: readAll } : undefined,
    },
  };
}

/** By the first alert of each row, as the server orders them. */
function placesByRow(alerts: readonly Alert[], view: View): [number, AlertPlace[]][] {
  const rowOf = ({ id, group, box }: Alert) => ({ causes: group, flat: id, boxes: box })[view];
  const rows = Map.groupBy(alerts, rowOf);
  return [...rows.values()].map((row) => [row[0]!.id, row.map(({ id, aero, box }) => ({ id, aero, box }))]);
}

function placesByLead({ id, aero, box, lead }: Answer<'alertsColumns'>): Map<number, AlertPlace[]> {
  const all = id.map((one, row) => ({ id: one, aero: aero[row]!, box: box[row]!, lead: lead[row]! }));
  const rows = Map.groupBy(all, (one) => one.lead);
  for (const [own, row] of rows) row.sort((a, b) => Number(b.id === own) - Number(a.id === own));
  return rows;
}

/** Without orders that the server does not know. */
export const sortedByServer = (columns: readonly Column<Alert>[]): Column<Alert>[] =>
  columns.map(
    ({ value, ...column }) =>
      (ORDERS[column.key] === undefined ? column : { ...column, value }) as Column<Alert>,
  );
