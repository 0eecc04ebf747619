/** Short curves of the stroke of many AEROs: requests made at about the same time are sent as one. */
import { DAY, MINUTE } from '@aerowatch/domain/durations';
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
/** How often a visible row checks whether its curve is still fresh, or needs another try. */
const LOOK_MS = MINUTE;

const known = new Map<number, { at: number; spark: Spark | null }>();
const wanted = new Set<number>();
const listeners = new Set<() => void>();
let gathering = false;

async function fetchWanted(): Promise<void> {
  gathering = false;
  const all = [...wanted];
  wanted.clear();
  for (let at = 0; at < all.length; at += BATCH) {
    await fetchSparks(all.slice(at, at + BATCH));
    for (const tell of listeners) tell();
  }
}

/** Curves that could not be read stay as they were; the next check requests them again. */
async function fetchSparks(ids: readonly number[]): Promise<void> {
  const to = Math.ceil(Date.now() / MINUTE) * MINUTE;
  const span = { from: to - SPARK_DAYS * DAY, to };
  const parts = await inHalves(ids, (some) =>
    fetchOnce('measuresSeries', { query: { aero: [...some], metrics: ['stroke'], ...span, points: POINTS } }),
  );
  for (const part of parts) {
    for (const id of part.ids) known.set(id, { at: Date.now(), spark: null });
    for (const { aero, time, count, metrics } of part.data?.series ?? []) {
      const gapAfter = longestPause(time, count, part.data?.resolution ?? 'raw');
      known.set(aero, {
        at: Date.now(),
        spark: { time, stroke: metrics.stroke?.mean ?? [], ...span, gapAfter },
      });
    }
  }
}

function want(id: number): void {
  const found = known.get(id);
  if (found !== undefined && Date.now() - found.at < FRESH_MS) return;
  wanted.add(id);
  if (!gathering) setTimeout(() => void fetchWanted(), GATHER_MS);
  gathering = true;
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** The last days of an AERO's stroke; undefined while they are not known, null when there are none. */
export function useSpark(id: number | undefined): Spark | null | undefined {
  useEffect(() => {
    if (id === undefined) return;
    want(id);
    const timer = setInterval(() => {
      if (!document.hidden) want(id);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [id]);
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : known.get(id)?.spark));
}
