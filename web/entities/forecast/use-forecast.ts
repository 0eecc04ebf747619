import { useMemo } from 'react';
import type { Query } from '../../lib/api/contract.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { largestOf, type Peak } from './peak.ts';

/** Every quarter of an hour: forecasts are renewed a few times a day. */
const EVERY = 15 * 60_000;

/** The next days of an AERO, the first day first. */
export function useAeroForecast(aero: number) {
  const query = { aero: [aero], ordering: 'day', page_size: 8 };
  return useQuery('forecastList', { query }, { pollingInterval: EVERY });
}

/** Verification of the forecasts, by lead day and basis. */
export function useForecastSkill() {
  return useQuery('forecastSkill', { query: {} });
}

/** Probabilities of reaching a margin, as columns: of all AEROs or of some. */
export function usePeaks(query: Query<'forecastPeaks'> = {}, skip = false) {
  return useQuery('forecastPeaks', { query }, { pollingInterval: EVERY, skip, live: ['work_orders'] });
}

/** The highest probability of each box and day, of all boxes. */
export function useBoxChances(skip = false) {
  return useQuery('forecastBoxes', { query: {} }, { pollingInterval: EVERY, skip });
}

type BoxPeak = Pick<Peak, 'chance' | 'unavailable'>;
/** A box's week: its peak, `unknown` if the answer has none, `loading`, or a function to retry. */
export type PeakOfBox = BoxPeak | 'unknown' | 'loading' | { readonly retry: () => void };

/** For each box the highest probability of the week, or why there is none. */
export function useBoxPeaks(): (box: number) => PeakOfBox {
  const { data, isFetching, refetch } = useBoxChances();
  return useMemo(() => {
    if (data === undefined) {
      const without = isFetching ? 'loading' : { retry: refetch };
      return () => without;
    }
    const peaks = new Map<number, BoxPeak>(
      data.box.map((box, row) => [
        box,
        { chance: largestOf(data.chance[row]!), unavailable: data.unavailable[row]! },
      ]),
    );
    return (box: number) => peaks.get(box) ?? 'unknown';
  }, [data, isFetching, refetch]);
}
