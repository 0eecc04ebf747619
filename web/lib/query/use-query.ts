import type { EventEntity } from '@aerowatch/contracts/events';
import { useId, useRef } from 'react';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import type { Failure } from '../api/result.ts';
import { type Held, heldFor, nextHeld, subjectOf } from './held.ts';
import { queryApi, readAgain } from './query-api.ts';

export interface QuerySettings {
  skip?: boolean;
  /** Milliseconds; 0 or absent: none. */
  pollingInterval?: number;
  /** Live events of these entities trigger a new read (at most every few seconds). */
  live?: readonly EventEntity[];
}
export interface Query<T> {
  data: T | undefined;
  failure: Failure | undefined;
  /** First load: there is nothing to show yet. */
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => void;
  /** When the data arrived, ms since 1970. */
  fulfilledAt: number | undefined;
  /** Of a list without an envelope: how many there are. */
  total: number | undefined;
}
export type QueryOptions<K extends EndpointKey> = Omit<CallOptions<K>, 'signal' | 'body'>;

const NONE: readonly EventEntity[] = [];

/**
 * Reads a GET endpoint and keeps it fresh: `useQuery('dashboard', { query: { days: 30 } }, { live: ['alerts']
 * })`. While a new query loads, `data` is that of the previous one; never that of another path.
 */
export function useQuery<K extends EndpointKey>(
  key: K,
  options: QueryOptions<K>,
  settings: QuerySettings = {},
): Query<Answer<K>> {
  const { live = NONE, skip = false, pollingInterval = 0 } = settings;
  const { params, query } = options as { params?: unknown; query?: unknown };
  const argument = { key, options: { params, query }, live };
  const read = queryApi.useOneQuery(argument, {
    skip,
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: 10,
  });
  const held = useRef<Held<unknown> | null>(null);
  const subject = subjectOf(key, params);
  held.current = nextHeld(held.current, subject, read.currentData?.body);
  const data = params === undefined ? read.data?.body : heldFor(held.current, subject);
  return {
    data: data as Answer<K> | undefined,
    failure: read.error as Failure | undefined,
    isLoading: read.isLoading || (data === undefined && read.isFetching && read.error === undefined),
    isFetching: read.isFetching,
    refetch: () => readAgain(argument),
    fulfilledAt: read.fulfilledTimeStamp,
    total: read.data?.total,
  };
}

type OneOf = {
  [K in EndpointKey]: CallOptions<K> extends { params: { id: number } } ? K : never;
}[EndpointKey];
export interface FreshItem<T> {
  data: T | undefined;
  /** For If-Match. */
  etag: string | undefined;
  failure: Failure | undefined;
  refetch: () => void;
}

/**
 * One resource as stored when the form opens, with its ETag: never from the cache, and not read again
 * automatically, because a form takes its initial values once.
 */
export function useFreshItem<K extends OneOf>(
  key: K,
  id: number,
  query?: CallOptions<K>['query'],
): FreshItem<Answer<K>> {
  // A separate entry in the cache, which changes by others do not affect.
  const form = useId();
  const argument = { key, options: { params: { id }, query }, live: NONE, form };
  const read = queryApi.useOneQuery(argument);
  return {
    data: read.currentData?.body as Answer<K> | undefined,
    etag: read.currentData?.etag,
    failure: read.error as Failure | undefined,
    refetch: () => readAgain(argument),
  };
}

/** The id in an address; 0 (never found) for anything else. */
export function idOfAddress(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}
