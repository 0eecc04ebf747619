import type { Box } from '@aerowatch/contracts/api/boxes';
import type { Failure } from '../../../lib/api/result.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { type ConfigurationRow, type Entry, type EntryKind, newestEntries } from './timeline.ts';

/** Maximum that the lists return. */
export const MAX_ENTRIES = 950;

interface Timeline {
  /** Undefined until every list has loaded or failed: some of them alone would be in a wrong order. */
  readonly entries: readonly Entry[] | undefined;
  readonly more: boolean;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** The newest entries of a box's lists, of some kinds or (if empty) of all. */
export function useTimeline(box: Box, kinds: readonly EntryKind[], limit: number): Timeline {
  const wanted = (kind: EntryKind) => kinds.length === 0 || kinds.includes(kind);
  // One more than is shown, to know whether there are older ones, and what a configuration changed.
  const size = limit + 1;
  const reads = [
    ...useAlertEntries(box, size, !wanted('alert')),
    useSamiEntries(box.aeros[0]?.id, size, !wanted('sami')),
    useSamiEntries(box.aeros[1]?.id, size, !wanted('sami')),
    useNoteEntries(box, size, !wanted('note')),
    useWorkEntries(box, size, !wanted('work')),
    useRolloutEntries(box, size, !wanted('firmware')),
    useConfigurationEntries(box, size, !wanted('configuration')),
  ].filter(({ skip }) => !skip);
  const waiting = reads.some(({ entries, failure }) => entries === undefined && failure === undefined);
  const newest = newestEntries(
    reads.map(({ entries }) => entries ?? []),
    limit,
  );
  return {
    entries: waiting ? undefined : newest.entries,
    more: newest.more && limit < MAX_ENTRIES,
    failure: reads.find(({ failure }) => failure !== undefined)?.failure,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { failure, refetch } of reads) if (failure !== undefined) refetch();
    },
  };
}

interface Read {
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}
/** The state of one of the lists, or of a list that is not needed. */
const listed = ({ failure, isFetching, refetch }: Read, skip: boolean, entries: Entry[] | undefined) => ({
  failure,
  isFetching,
  refetch,
  skip,
  entries,
});

function useAlertEntries(box: Box, size: number, skip: boolean) {
  const query = { box: [box.id], limit: size, ordering: '-opened_at' as const };
  const live = { live: ['alerts'] as const, skip };
  const opened = useQuery('alertsOpened', { query }, live);
  const archived = useQuery('alertsArchived', { query }, live);
  return [opened, archived].map((read) =>
    listed(
      read,
      skip,
      read.data?.map((row) => ({ kind: 'alert', key: `alert${row.id}`, at: row.opened_at, row })),
    ),
  );
}

function useSamiEntries(aero: number | undefined, size: number, unwanted: boolean) {
  const skip = unwanted || aero === undefined;
  const read = useQuery(
    'aerosSami',
    { params: { id: aero ?? 0 }, query: { page_size: size, ordering: '-at' } },
    { live: ['aeros'], skip },
  );
  return listed(
    read,
    skip,
    read.data?.results.map((row) => ({ kind: 'sami', key: `sami${row.id}`, at: row.at, row })),
  );
}

function useNoteEntries(box: Box, size: number, skip: boolean) {
  const read = useQuery(
    'notesList',
    { query: { box: [box.id], page_size: size, ordering: '-at' } },
    { live: ['notes'], skip },
  );
  return listed(
    read,
    skip,
    read.data?.results.map((row) => ({ kind: 'note', key: `note${row.id}`, at: row.at, row })),
  );
}

function useWorkEntries(box: Box, size: number, skip: boolean) {
  const read = useQuery(
    'workOrdersList',
    { query: { box: [box.id], page_size: size, ordering: '-created_at' } },
    { live: ['work_orders'], skip },
  );
  return listed(
    read,
    skip,
    read.data?.results.map((row) => ({ kind: 'work', key: `work${row.id}`, at: row.created_at, row })),
  );
}

function useRolloutEntries(box: Box, size: number, skip: boolean) {
  const read = useQuery(
    'rolloutsList',
    { query: { box: [box.id], page_size: size, ordering: '-created_at' } },
    { live: ['rollouts'], skip },
  );
  return listed(
    read,
    skip,
    read.data?.results.map((row) => ({
      kind: 'firmware',
      key: `firmware${row.id}`,
      at: row.created_at,
      row,
    })),
  );
}

function useConfigurationEntries(box: Box, size: number, skip: boolean) {
  const read = useQuery(
    'boxesConfigurations',
    { params: { id: box.id }, query: { page_size: size, ordering: '-configuration_version' } },
    { live: ['boxes'], skip },
  );
  const entry = (row: ConfigurationRow, index: number, rows: readonly ConfigurationRow[]): Entry => {
    const before = rows[index + 1];
    const key = `configuration${row.configuration_version}`;
    return { kind: 'configuration', key, at: row.at, row, ...(before === undefined ? {} : { before }) };
  };
  return listed(read, skip, read.data?.results.map(entry));
}
