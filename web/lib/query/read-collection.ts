import type { ChangeEvent } from '@aerowatch/contracts/events';
import { grants } from '@aerowatch/domain/access';
import { call } from '../api/call.ts';
import { factsOf } from '../api/client.ts';
import type { EndpointKey } from '../api/contract.ts';
import { type Failure, noAnswer } from '../api/result.ts';
import { type Collection, type Items, idOf, type LatestMeasure } from '../state/collections.ts';
import { collectionRead, newerApplied } from '../state/entities-slice.ts';
import { sessionLevel } from '../state/session-state.ts';
import { store } from '../state/store.ts';
import { askForItem, forgetAsked } from './names.ts';

const PAGE = 1000;
/** The first page tells how many there are; most collections have no more. */
const FIRST_PAGE = 50;
/**
 * Up to this many items a collection of `GROWING` is loaded whole; of more, only what is asked for. 2,000 boxes
 * with their AEROs are 7 MB of JSON and a quarter of a second of a page, 10,000 were 57 MB and seven seconds.
 */
const WHOLE = 2000;
/** Collections that grow with the number of boxes. The others grow with people, and are loaded whole. */
const GROWING: readonly Collection[] = ['aeros', 'boxes', 'measures', 'alerts'];
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
/** What is asked beside the page: ids of AEROs only of supervisors that watch few, or each page would name a fleet. */
const ASKED: Partial<Record<Collection, object>> = { supervisors: { most_aeros: 500 } };
type Read = { items: Items[Collection][]; count: number; windowed?: boolean } | Failure;

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
 * Only this place decides how much of a collection is loaded: all of it, or a window (`windowed`).
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
  const wasWindowed = store.getState().entities.windowed[collection];
  const { items, count, windowed = false } = 'ok' in read ? { items: [], count: 0 } : read;
  if (windowed) forgetAsked(collection);
  store.dispatch(collectionRead({ collection, items, count, windowed, failure }));
  store.dispatch(newerApplied(changes.filter(({ entity }) => entity === collection)));
  // What was kept before the first read is as new as that.
  if (windowed && wasWindowed) askAgain(collection, items);
  return failure;
}

/** Items of a window that are not on its first page are from before. */
function askAgain(collection: Collection, read: readonly Items[Collection][]): void {
  const now = new Set(read.map((item) => idOf(collection, item)));
  for (const id of store.getState().entities[collection].ids) if (!now.has(id)) askForItem(collection, id);
}

async function readPages(collection: Collection, signal: AbortSignal): Promise<Read> {
  const { counts, windowed } = store.getState().entities;
  // Measures of boxes that are not here are read by who shows these boxes.
  if (collection === 'measures' && windowed.boxes) return { items: [], count: counts.boxes, windowed: true };
  // A box has at most two AEROs: where these are very many, nobody need ask whether boxes are.
  if (collection === 'boxes' && windowed.aeros && counts.aeros > 2 * WHOLE)
    return { items: [], count: Math.ceil(counts.aeros / 2), windowed: true };
  const first = await readPage(collection, { page: 1, size: FIRST_PAGE }, signal);
  if ('ok' in first || first.isLast) return first;
  if (first.count > WHOLE && GROWING.includes(collection)) return { ...first, windowed: true };
  const items: Items[Collection][] = [];
  for (let page = 1; ; page += 1) {
    const read = await readPage(collection, { page, size: PAGE }, signal);
    if ('ok' in read) return read;
    items.push(...read.items);
    if (read.isLast) return { items, count: read.count };
  }
}
type Page = { items: Items[Collection][]; count: number; isLast: boolean } | Failure;

async function readPage(
  collection: Collection,
  { page, size }: { page: number; size: number },
  signal: AbortSignal,
): Promise<Page> {
  if (collection === 'alerts') return readAlerts({ page, page_size: size }, signal);
  const query = { page, page_size: size, ...ASKED[collection] };
  const result = await call(ENDPOINTS[collection] as 'boxesList', { query, signal });
  if (!result.ok) return result;
  // A status other than 200 gives an empty collection (specification, section 7).
  if (result.status !== 200) return { items: [], count: 0, isLast: true };
  const { results, count, next } = result.data as {
    results: unknown[];
    count: number;
    next: string | null;
  };
  const items = collection === 'measures' ? flatMeasures(results) : (results as Items[Collection][]);
  return { items, count, isLast: next === null || results.length === 0 };
}

async function readAlerts(query: { page: number; page_size: number }, signal: AbortSignal): Promise<Page> {
  const result = await call('alertsOpened', { query, signal });
  if (!result.ok) return result;
  const items = result.status === 200 ? result.data : [];
  const count = Number(result.headers.get('x-total-count') ?? items.length);
  return { items, count, isLast: items.length === 0 || !(query.page * query.page_size < count) };
}

function flatMeasures(boxes: unknown[]): LatestMeasure[] {
  return (boxes as { box: number; measures: LatestMeasure[] }[]).flatMap(({ box, measures }) =>
    measures.map((measure) => ({ ...measure, box })),
  );
}
