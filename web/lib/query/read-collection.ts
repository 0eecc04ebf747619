import type { ChangeEvent } from '@aerowatch/contracts/events';
import { grants } from '@aerowatch/domain/access';
import { call } from '../api/call.ts';
import { factsOf } from '../api/client.ts';
import type { EndpointKey } from '../api/contract.ts';
import { type Failure, noAnswer } from '../api/result.ts';
import type { Collection, Items, LatestMeasure } from '../state/collections.ts';
import { collectionRead, newerApplied } from '../state/entities-slice.ts';
import { sessionLevel } from '../state/session-state.ts';
import { store } from '../state/store.ts';

const PAGE = 1000;
const MAX_ITEMS = 10_000;
const ENDPOINTS: Record<Collection, EndpointKey> = {
  aeros: 'aerosList',
  clients: 'clientsList',
  firmwares: 'firmwaresList',
  tags: 'tagsList',
  boxes: 'boxesList',
  measures: 'measuresBoxes',
  supervisors: 'supervisorsList',
  groups: 'groupsList',
  users: 'usersList',
  alerts: 'alertsOpened',
  keys: 'keysList',
};
type Read = { items: Items[Collection][]; count: number } | Failure;

/**
 * Changes that arrive while lists are being read: they may be newer than the list, and are applied to it
 * again.
 */
const gathering = new Set<ChangeEvent[]>();
export function gatherChanges(changes: readonly ChangeEvent[]): void {
  for (const gathered of gathering) gathered.push(...changes);
}

/**
 * Reads a collection into its slice, empty if the user's level may not read it; returns the failure, if any.
 * Only this place decides how much of a collection is loaded: all of it up to a limit, which `counts` shows.
 */
export async function readCollection(collection: Collection, signal: AbortSignal): Promise<Failure | null> {
  const { signIns } = store.getState().authentication;
  const isReadable = grants(sessionLevel(store.getState()), factsOf(ENDPOINTS[collection]).level);
  const changes: ChangeEvent[] = [];
  gathering.add(changes);
  const read: Read = isReadable ? await readPages(collection, signal) : { items: [], count: 0 };
  gathering.delete(changes);
  const now = store.getState().authentication;
  // The user signed out, or in again, in the meantime: this answer belongs to somebody else.
  if (signal.aborted || !now.isAuthenticated || now.signIns !== signIns) return noAnswer(true);
  const failure = 'ok' in read ? read : null;
  const { items, count } = 'ok' in read ? { items: [], count: 0 } : read;
  store.dispatch(collectionRead({ collection, items, count, failure }));
  store.dispatch(newerApplied(changes.filter(({ entity }) => entity === collection)));
  return failure;
}

async function readPages(collection: Collection, signal: AbortSignal): Promise<Read> {
  if (collection === 'alerts') return readAlerts(signal);
  const items: Items[Collection][] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: PAGE };
    const result = await call(ENDPOINTS[collection] as 'boxesList', { query, signal });
    if (!result.ok) return result;
    // A status other than 200 gives an empty collection (specification, section 7).
    if (result.status !== 200) return { items: [], count: 0 };
    const { results, count, next } = result.data as {
      results: unknown[];
      count: number;
      next: string | null;
    };
    items.push(...(collection === 'measures' ? flatMeasures(results) : (results as Items[Collection][])));
    const isLast = next === null || results.length === 0;
    if (isLast || items.length >= MAX_ITEMS) return { items, count };
  }
}

async function readAlerts(signal: AbortSignal): Promise<Read> {
  const result = await call('alertsOpened', { query: { limit: 5000 }, signal });
  if (!result.ok) return result;
  const items = result.status === 200 ? result.data : [];
  return { items, count: Number(result.headers.get('x-total-count') ?? items.length) };
}

function flatMeasures(boxes: unknown[]): LatestMeasure[] {
  return (boxes as { box: number; measures: LatestMeasure[] }[]).flatMap(({ box, measures }) =>
    measures.map((measure) => ({ ...measure, box })),
  );
}
