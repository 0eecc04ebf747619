/** Short curves of many AEROs, one metric each: requests made at about the same time are sent as one. */
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { useEffect, useSyncExternalStore } from 'react';
import { fetchOnce } from '../../lib/query/fetch-once.ts';

import { inHalves } from './in-halves.ts';
import { longestPause, type Spark } from './spark-path.ts';

const SPARK_DAYS = 7;
const POINTS = 42;
/** AEROs per request, and ms during which requests are collected. */
const BATCH = 50;
const GATHER_MS = 60;
const FRESH_MS = 10 * MINUTE;
/** How often a visible row checks whether its curve is still fresh, or must be requested again. */
const LOOK_MS = MINUTE;

/** By metric and AERO. */
const known = new Map<string, { at: number; spark: Spark | null }>();
const wanted = new Map<MetricKey, Set<number>>();
const listeners = new Set<() => void>();
let gathering = false;
const keyOf = (metric: MetricKey, id: number): string => `${metric} ${id}`;

async function fetchWanted(): Promise<void> {
  gathering = false;
  const all = [...wanted].map(([metric, ids]) => [metric, [...ids]] as const);
  wanted.clear();
  for (const [metric, ids] of all)
    for (let at = 0; at < ids.length; at += BATCH) {
      await fetchSparks(metric, ids.slice(at, at + BATCH));
      for (const tell of listeners) tell();
    }
}

/** Curves that could not be read stay unchanged; the next check requests them again. */
async function fetchSparks(metric: MetricKey, ids: readonly number[]): Promise<void> {
  const to = Math.ceil(Date.now() / MINUTE) * MINUTE;
  const span = { from: to - SPARK_DAYS * DAY, to };
  const parts = await inHalves(ids, (some) =>
    fetchOnce('measuresSeries', { query: { aero: [...some], metrics: [metric], ...span, points: POINTS } }),
  );
  for (const part of parts) {
    for (const id of part.ids) known.set(keyOf(metric, id), { at: Date.now(), spark: null });
    for (const { aero, time, count, metrics } of part.data?.series ?? []) {
      const gapAfter = longestPause(time, count, part.data?.resolution ?? 'raw');
      known.set(keyOf(metric, aero), {
        at: Date.now(),
        spark: { time, mean: metrics[metric]?.mean ?? [], ...span, gapAfter },
      });
    }
  }
}

function want(metric: MetricKey, id: number): void {
  const found = known.get(keyOf(metric, id));
  if (found !== undefined && Date.now() - found.at < FRESH_MS) return;
  wanted.set(metric, (wanted.get(metric) ?? new Set()).add(id));
  if (!gathering) setTimeout(() => void fetchWanted(), GATHER_MS);
  gathering = true;
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/**
 * The last days of an AERO's stroke, or of another metric; undefined while unknown, null if there are none.
 */
export function useSpark(id: number | undefined, metric: MetricKey = 'stroke'): Spark | null | undefined {
  useEffect(() => {
    if (id === undefined) return;
    want(metric, id);
    const timer = setInterval(() => {
      if (!document.hidden) want(metric, id);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, metric]);
  return useSyncExternalStore(subscribe, () =>
    id === undefined ? undefined : known.get(keyOf(metric, id))?.spark,
  );
}
