/** Short curves of the stroke of many AEROs: those asked for at about the same time come in one request. */
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../lib/api/client.ts';

export const SPARK_DAYS = 7;
const POINTS = 42;
/** AEROs of one request, and ms in which requests gather. */
const BATCH = 50;
const GATHER_MS = 60;
const FRESH_MS = 10 * MINUTE;

/** Means of the stroke in mm over the days, oldest first; a gap is null. */
export interface Spark {
  readonly time: readonly number[];
  readonly stroke: readonly (number | null)[];
}

const known = new Map<number, { at: number; spark: Spark | null }>();
const wanted = new Set<number>();
const listeners = new Set<() => void>();
let gathering = false;

async function fetchWanted(): Promise<void> {
  gathering = false;
  const all = [...wanted];
  wanted.clear();
  for (let at = 0; at < all.length; at += BATCH) {
    const aero = all.slice(at, at + BATCH);
    const to = Math.ceil(Date.now() / MINUTE) * MINUTE;
    const query = {
      aero,
      metrics: ['stroke' as const],
      from: to - SPARK_DAYS * DAY,
      to,
      points: POINTS,
    };
    const result = await call('measuresSeries', { query });
    // What could not be read is asked for again when its row is drawn again.
    if (!result.ok) continue;
    for (const id of aero) known.set(id, { at: Date.now(), spark: null });
    for (const { aero: id, time, metrics } of result.data.series)
      known.set(id, { at: Date.now(), spark: { time, stroke: metrics.stroke?.mean ?? [] } });
    for (const tell of listeners) tell();
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
    if (id !== undefined) want(id);
  }, [id]);
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : known.get(id)?.spark));
}
