import { grants } from '@aerowatch/domain/access';
import { call, factsOf } from '../lib/api/client.ts';
import type { EndpointKey } from '../lib/api/contract.ts';
import { type Failure, mayPass } from '../lib/api/result.ts';
import { sessionLevel } from '../lib/state/session-state.ts';
import { COLLECTIONS, type Collection, type Items, type LatestMeasure } from './collections.ts';
import { caughtUp, loaded, loadStarted } from './entities-slice.ts';
import { store } from './store.ts';

const PAGE = 1000;
const MAX_ITEMS = 10_000;
/** First and longest wait before what was known is read again after a failure, ms. */
const RETRY = 4000;
const LONGEST_RETRY = 60_000;
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
interface Loaded {
  items: Items[Collection][];
  count: number;
  failure?: Failure;
}

/** Alerts first: without them nobody knows whether all is well. Then the customer's order. */
const ORDER = ['alerts', ...COLLECTIONS.filter((collection) => collection !== 'alerts')] as const;

/**
 * Loads every collection the level may read, one after the other. A status
 * other than 200 gives an empty collection without a message (the customer's own rule). One that was known and
 * cannot be read now stays as it was, and is read again until it can be.
 */
export async function loadCollections(only: readonly Collection[] = COLLECTIONS): Promise<void> {
  await load(only, 0);
}

async function load(only: readonly Collection[], attempt: number): Promise<void> {
  const { signIns } = store.getState().authentication;
  const failed: Collection[] = [];
  for (const collection of ORDER) {
    if (!only.includes(collection)) continue;
    const readable = grants(sessionLevel(store.getState()), factsOf(ENDPOINTS[collection]).level);
    const isRepeated = attempt > 0 || isKnown(collection);
    store.dispatch(loadStarted(collection));
    const result: Loaded = readable ? await loadOne(collection) : { items: [], count: 0 };
    // Signed out or in again meanwhile: this answer belongs to somebody else.
    if (!isSession(signIns)) return;
    store.dispatch(loaded({ collection, ...result }));
    store.dispatch(caughtUp(collection));
    if (isRepeated && result.failure !== undefined && mayPass(result.failure)) failed.push(collection);
  }
  if (failed.length === 0) return;
  // Every console finds the same server starting: the waits are jittered.
  const wait = Math.min(LONGEST_RETRY, RETRY * 2 ** attempt) * (0.5 + Math.random() / 2);
  setTimeout(() => {
    // Somebody else may have read it meanwhile.
    const { failures } = store.getState().entities;
    const still = failed.filter((collection) => failures[collection] !== undefined);
    if (isSession(signIns) && still.length > 0) void load(still, attempt + 1);
  }, wait);
}

/** Whether that sign-in still lasts. */
function isSession(signIns: number): boolean {
  const now = store.getState().authentication;
  return now.isAuthenticated && now.signIns === signIns;
}

function isKnown(collection: Collection): boolean {
  const { status, failures } = store.getState().entities;
  return status[collection] === 'loaded' && failures[collection] === undefined;
}

async function loadAlerts(): Promise<Loaded> {
  const result = await call('alertsOpened', { query: { limit: 5000 } });
  if (!result.ok) return { items: [], count: 0, failure: result };
  const items = result.status === 200 ? result.data : [];
  return { items, count: Number(result.headers.get('x-total-count') ?? items.length) };
}

async function loadOne(collection: Collection): Promise<Loaded> {
  if (collection === 'alerts') return loadAlerts();
  const items: Items[Collection][] = [];
  for (let page = 1; ; page += 1) {
    const result = await call(ENDPOINTS[collection] as 'boxesList', { query: { page, page_size: PAGE } });
    if (!result.ok) return { items: [], count: 0, failure: result };
    if (result.status !== 200) return { items: [], count: 0 };
    const { results, count, next } = result.data as {
      results: unknown[];
      count: number;
      next: string | null;
    };
    items.push(...(collection === 'measures' ? flatMeasures(results) : (results as Items[Collection][])));
    const last = next === null || results.length === 0;
    if (last || items.length >= MAX_ITEMS) return { items, count };
  }
}

function flatMeasures(boxes: unknown[]): LatestMeasure[] {
  return (boxes as { box: number; measures: LatestMeasure[] }[]).flatMap(({ box, measures }) =>
    measures.map((measure) => ({ ...measure, box })),
  );
}
