import { call } from '../api/call.ts';
import type { EndpointKey } from '../api/contract.ts';
import type { Failure } from '../api/result.ts';
import type { Collection, Items } from '../state/collections.ts';
import { itemsRead, type Places, placesRead } from '../state/entities-slice.ts';
import { placeOfAero, placeOfBox } from '../state/places.ts';
import { store } from '../state/store.ts';
import { unpackBoxes } from './packed-boxes.ts';
import { waitBeforeRetry } from './retry.ts';

/** Ids that a screen shows are asked for together, ms. */
const GATHER = 15;
/** Ids in one address; a screen that shows more names than a few addresses hold reads those of all. */
const BATCH = 500;
const MANY = 2000;

type Kind = keyof Places;
/** What has been asked for since the last gap, by kind. */
const asked = new Map<string, Set<number>>();
const waiting = new Map<string, Set<number>>();
let signIn = -1;

/** Nothing that was asked for counts any more: what is shown is asked for again when it is drawn. */
export function forgetAsked(collection: Collection): void {
  asked.delete(collection);
  asked.delete(`item ${collection}`);
}

/** What has been asked for by this user. */
function askedFor(what: string): Set<number> {
  const { signIns } = store.getState().authentication;
  if (signIns !== signIn) {
    asked.clear();
    waiting.clear();
    signIn = signIns;
  }
  const known = asked.get(what) ?? new Set();
  asked.set(what, known);
  return known;
}

function ask(what: string, id: number, send: (ids: number[]) => Promise<Failure | null>, attempt = 0): void {
  const known = askedFor(what);
  if (known.has(id)) return;
  known.add(id);
  const gathered = waiting.get(what);
  if (gathered !== undefined) {
    gathered.add(id);
    return;
  }
  waiting.set(what, new Set([id]));
  setTimeout(() => void flush(what, send, attempt), GATHER);
}

/** Keeps whole items of a windowed collection; their names need not be asked for any more. */
export function keepItems<C extends Collection>(collection: C, items: readonly Items[C][]): void {
  store.dispatch(itemsRead({ collection, items: [...items] }));
  const noteNames = (kind: Kind, named: readonly { id: number }[]) => {
    for (const { id } of named) waiting.get(kind)?.delete(id);
    noteAsked(
      kind,
      named.map(({ id }) => id),
    );
  };
  if (collection === 'aeros') noteNames('aeros', items as readonly Items['aeros'][]);
  if (collection !== 'boxes') return;
  noteNames('boxes', items as readonly Items['boxes'][]);
  const aeros = (items as readonly Items['boxes'][]).flatMap((box) => box.aeros);
  if (store.getState().entities.windowed.aeros) keepItems('aeros', aeros);
}
function noteAsked(what: string, ids: readonly number[]): void {
  const known = askedFor(what);
  for (const id of ids) known.add(id);
}

async function flush(
  what: string,
  send: (ids: number[]) => Promise<Failure | null>,
  attempt: number,
): Promise<void> {
  // Those that are asked for as whole items come with these.
  const ids = [...(waiting.get(what) ?? [])].filter((id) => !asked.get(`item ${what}`)?.has(id));
  waiting.delete(what);
  const size = ids.length > MANY ? ids.length : BATCH;
  for (let from = 0; from < ids.length; from += size) {
    const batch = ids.slice(from, from + size);
    const { signIns } = store.getState().authentication;
    const failure = await send(batch);
    if (failure === null || signIns !== store.getState().authentication.signIns) continue;
    const wait = waitBeforeRetry(failure, attempt);
    if (wait === null) continue;
    setTimeout(() => {
      for (const id of batch) {
        asked.get(what)?.delete(id);
        ask(what, id, send, attempt + 1);
      }
    }, wait);
  }
}

/** A whole item of a windowed collection; those without a list by id are read by their screens. */
export function askForItem(collection: Collection, id: number): void {
  const key = { boxes: 'boxesList', aeros: 'aerosList' }[collection as Kind] as EndpointKey | undefined;
  if (key !== undefined) ask(`item ${collection}`, id, (ids) => readItems(collection, key, ids));
}
async function readItems(
  collection: Collection,
  key: EndpointKey,
  ids: readonly number[],
): Promise<Failure | null> {
  const result = await call(key as 'boxesList', { query: { id: ids, page_size: BATCH } });
  if (!result.ok) return result;
  const none = Object.fromEntries(ids.map((id) => [id, null]));
  store.dispatch(placesRead({ boxes: {}, aeros: {}, [collection]: none }));
  keepItems(collection, result.data.results as Items[Collection][]);
  return null;
}

async function readPlaces(kind: Kind, ids: readonly number[]): Promise<Failure | null> {
  const query = ids.length > BATCH ? {} : kind === 'boxes' ? { id: ids } : { aero: ids };
  const result = await call('boxesColumns', { query });
  if (!result.ok) return result;
  const found = unpackBoxes(result.data);
  const none = Object.fromEntries(ids.map((id) => [id, null]));
  const boxes = Object.fromEntries(found.boxes.map((box) => [box.id, placeOfBox(box)]));
  const aeros = Object.fromEntries(found.aeros.map((aero) => [aero.id, placeOfAero(aero)]));
  // What came with them need not be asked for.
  for (const [what, all] of Object.entries({ boxes, aeros })) noteAsked(what, Object.keys(all).map(Number));
  store.dispatch(
    placesRead(
      kind === 'boxes' ? { boxes: { ...none, ...boxes }, aeros } : { boxes, aeros: { ...none, ...aeros } },
    ),
  );
  return null;
}

const tables = new WeakMap<object, object>();
/** A table of names that asks for the ids that are looked up in it. */
export function lookUp<K extends Kind>(kind: K, places: Places[K]): object {
  const known = tables.get(places);
  if (known !== undefined) return known;
  // Not over the places themselves: a proxy may not hide what a frozen object holds, and null is unknown here.
  const table = new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string' || !/^[1-9]\d*$/.test(name)) return undefined;
        const id = Number(name);
        ask(kind, id, (ids) => readPlaces(kind, ids));
        return places[id] ?? undefined;
      },
    },
  );
  tables.set(places, table);
  return table;
}
