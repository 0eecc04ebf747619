import { DAY } from '@aerowatch/domain/durations';
import type { Db } from '../../platform/database/db.ts';
import { clientScope, type Viewer } from '../../platform/viewer.ts';
import { countDays } from './store.ts';

/** Days before yesterday change only through late measures: they are counted again after this time. */
const FRESH_MS = 30_000;
const MAX_SCOPES = 500;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface DayCount {
  day: string;
  count: number;
}

/**
 * Measures of each of the last days (UTC), including today. Days before yesterday are cached for half a
 * minute per set of visible clients; yesterday and today are always counted.
 */
export function makeEvolution(db: Db) {
  const past = new Map<string, { at: number; days: Promise<DayCount[]> }>();
  return async (
    viewer: Viewer,
    clients: readonly number[] | undefined,
    days: number,
    now: number,
  ): Promise<DayCount[]> => {
    const today = Math.floor(now / DAY) * DAY;
    const first = today - (days - 1) * DAY;
    const recent = Math.max(first, today - DAY);
    const key = `${clientScope(viewer)} ${clients?.join(',') ?? ''} ${dayOf(first)} ${dayOf(today)}`;
    let kept = past.get(key);
    if (kept === undefined || Math.abs(now - kept.at) > FRESH_MS) {
      kept = { at: now, days: countDays(db, viewer, clients, dayOf(first), dayOf(recent)) };
      kept.days.catch(() => past.delete(key));
      past.delete(key);
      past.set(key, kept);
      const [oldest] = past.keys();
      if (past.size > MAX_SCOPES && oldest !== undefined) past.delete(oldest);
    }
    const [over, running] = await Promise.all([
      kept.days,
      countDays(db, viewer, clients, dayOf(recent), dayOf(today + DAY)),
    ]);
    const counts = new Map([...over, ...running].map(({ day, count }) => [day, count]));
    return Array.from({ length: days }, (_, index) => {
      const day = dayOf(first + index * DAY);
      return { day, count: counts.get(day) ?? 0 };
    });
  };
}
