import { HOUR } from '@aerowatch/domain/durations';
import { belowBase } from '../base.ts';
import { canKeep } from './can-keep.ts';
import { database, type StoredEntry, type StoredPlan } from './database.ts';

/** How long what was taken along may be used without the server, ms. */
export const USABLE = 72 * HOUR;

export const readPlan = async (user: number): Promise<StoredPlan | undefined> =>
  (await database()).get('plans', user);

/** What a user wrote on this device that was not sent. */
export const unsentOf = async (user: number): Promise<StoredEntry[]> =>
  (await (await database()).getAll('entries')).filter(
    (entry) => entry.user === user && entry.state !== 'sent',
  );

/**
 * Until when the console may stay open on this device without a session, ms since 1970: as long as the orders
 * may be used here, and for 72 h after the first entry that waits.
 */
async function usableUntil(user: number): Promise<number> {
  if (!canKeep()) return 0;
  const [plan, unsent] = await Promise.all([readPlan(user), unsentOf(user)]);
  const first = unsent.toSorted((a, b) => a.at - b.at)[0];
  return Math.max(plan?.until ?? 0, first === undefined ? 0 : first.at + USABLE);
}

/**
 * Whether the console may stay open on this device without a session: it may still be used, and the server
 * cannot be reached. A visit that went on without it (`goesOn`) is not cut off by a moment of network.
 */
export async function mayStayHere(user: number, goesOn: boolean): Promise<boolean> {
  try {
    return (await usableUntil(user)) > Date.now() && (goesOn || !(await isReachable()));
  } catch {
    return false;
  }
}

const PATIENCE = 4000;
/** Whether the server itself answers, not a copy: the service worker leaves this request alone. */
async function isReachable(): Promise<boolean> {
  try {
    const headers = { Accept: '*/*' };
    const signal = AbortSignal.timeout(PATIENCE);
    const { status } = await fetch(belowBase('/api/meta/'), { headers, signal, cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
