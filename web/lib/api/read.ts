import { EVENT_ENTITIES, type EventEntity } from '@aerowatch/contracts/events';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { useRef } from 'react';
import { type Held, heldFor, nextHeld, subjectOf } from '../held.ts';
import { call } from './client.ts';
import type { Answer, CallOptions, EndpointKey } from './contract.ts';
import type { Failure } from './result.ts';

interface ReadArgument {
  key: EndpointKey;
  options: { params?: unknown; query?: unknown };
  live: readonly EventEntity[];
}

/**
 * Reads that are not collections (series, counts, dashboard, paged lists): one RTK Query endpoint for
 * every GET of the contract, cached by its name, parameters and query.
 */
export const readApi = createApi({
  reducerPath: 'reads',
  baseQuery: fakeBaseQuery<Failure>(),
  keepUnusedDataFor: 60,
  // "Delayed" holds every list as long as any read is under way: one that hangs kept all from their changes.
  invalidationBehavior: 'immediately',
  tagTypes: EVENT_ENTITIES,
  endpoints: (build) => ({
    read: build.query<unknown, ReadArgument>({
      // Curves are long: comparing them point by point costs more than drawing them.
      structuralSharing: false,
      queryFn: async ({ key, options }, { signal }) => {
        const result = await call(key as 'meGet', { ...options, signal } as never);
        // Frozen, as Immer walks through everything that is not: curves and maps have many numbers.
        return result.ok ? { data: Object.freeze(result.data ?? null) } : { error: result };
      },
      providesTags: (_data, _error, { live }) => [...live],
    }),
  }),
});

export interface ReadSettings {
  skip?: boolean;
  /** Milliseconds; 0 or absent: none. */
  pollingInterval?: number;
  /** Live events of these entities trigger a new read (at most every few seconds). */
  live?: readonly EventEntity[];
}
export interface Read<T> {
  data: T | undefined;
  failure: Failure | undefined;
  /** First load: there is nothing to show yet. */
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => void;
  /** When the data came, ms since 1970. */
  fulfilledAt: number | undefined;
}

const NONE: readonly EventEntity[] = [];

/**
 * Reads a GET endpoint and keeps it fresh: `useRead('dashboard', { query: { days: 30 } }, { live: ['alerts']
 * })`. While a new query loads, `data` is that of the former one; never that of another path.
 */
export function useRead<K extends EndpointKey>(
  key: K,
  options: Omit<CallOptions<K>, 'signal' | 'body'>,
  settings: ReadSettings = {},
): Read<Answer<K>> {
  const { live = NONE, skip = false, pollingInterval = 0 } = settings;
  const { params, query } = options as { params?: unknown; query?: unknown };
  const read = readApi.useReadQuery(
    { key, options: { params, query }, live },
    { skip, pollingInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: 10 },
  );
  const held = useRef<Held<unknown> | null>(null);
  const subject = subjectOf(key, params);
  held.current = nextHeld(held.current, subject, read.currentData);
  const data = params === undefined ? read.data : heldFor(held.current, subject);
  return {
    data: data as Answer<K> | undefined,
    failure: read.error as Failure | undefined,
    isLoading: read.isLoading || (data === undefined && read.isFetching && read.error === undefined),
    isFetching: read.isFetching,
    refetch: read.refetch,
    fulfilledAt: read.fulfilledTimeStamp,
  };
}
