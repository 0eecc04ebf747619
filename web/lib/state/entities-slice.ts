import type { ChangeEvent } from '@aerowatch/contracts/events';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import {
  createEntityAdapter,
  createSlice,
  type EntityAdapter,
  type EntityState,
  original,
  type PayloadAction,
} from '@reduxjs/toolkit';
import { type Failure, mayPass } from '../api/result.ts';
import { signedOut } from './authentication.ts';
import {
  COLLECTIONS,
  type Collection,
  type Items,
  idOf,
  isCollection,
  type LatestMeasure,
} from './collections.ts';
import { type PlaceAero, type PlaceBox, placeOfAero, placeOfBox } from './places.ts';

type Tables = { [C in Collection]: EntityState<Items[C], number> };
export type EntitiesState = Tables & {
  /** The server's count. */
  counts: Record<Collection, number>;
  /** Too large to be here as a whole: only items that were asked for are. */
  windowed: Record<Collection, boolean>;
  /** Names and places asked for by id while boxes and AEROs are windowed; null: there is none to be seen. */
  places: Places;
};
export interface Places {
  boxes: Record<number, PlaceBox | null>;
  aeros: Record<number, PlaceAero | null>;
}

/** One adapter per collection; items are added, updated or deleted by id. */
export const adapters = Object.fromEntries(
  COLLECTIONS.map((collection) => [
    collection,
    createEntityAdapter<Items[Collection], number>({ selectId: (item) => idOf(collection, item) }),
  ]),
) as unknown as { [C in Collection]: EntityAdapter<Items[C], number> };

// The adapters differ only in their item type, which is known at run time only.
type AnyAdapter = EntityAdapter<Items[Collection], number>;
const adapterOf = (collection: Collection) => adapters[collection] as unknown as AnyAdapter;

function initialState(): EntitiesState {
  const of = <T>(value: (collection: Collection) => T) =>
    Object.fromEntries(COLLECTIONS.map((collection) => [collection, value(collection)]));
  return {
    ...of((collection) => adapterOf(collection).getInitialState()),
    counts: of(() => 0),
    windowed: of(() => false),
    places: { boxes: {}, aeros: {} },
  } as unknown as EntitiesState;
}

const tableOf = (state: EntitiesState, collection: Collection) =>
  state[collection] as unknown as EntityState<Items[Collection], number>;

/**
 * A table of items without duplicates. It is frozen because Immer walks through everything new and not
 * frozen: ten thousand boxes with their configurations blocked the page for 0.4 s.
 */
function tableFrom(collection: Collection, items: Items[Collection][]) {
  const table = adapterOf(collection).getInitialState();
  for (const item of items) {
    const id = idOf(collection, item);
    // A page may repeat items of the previous one when something was added in between.
    if (table.entities[id] === undefined) table.ids.push(id);
    table.entities[id] = Object.freeze(item);
  }
  Object.freeze(table.ids);
  Object.freeze(table.entities);
  return Object.freeze(table);
}

/** At most this many items that were asked for stay over a new reading of a window. */
const KEPT = 500;
/** Items of a window that are shown, and are not among those read now: whoever read these asks for them again. */
function askedFor(
  state: EntitiesState,
  collection: Collection,
  read: readonly Items[Collection][],
): Items[Collection][] {
  const { ids, entities: known } = original(tableOf(state, collection))!;
  const now = new Set(read.map((item) => idOf(collection, item)));
  const others = ids.filter((id) => !now.has(id));
  return others.slice(-KEPT).map((id) => known[id]!);
}

interface CollectionRead {
  collection: Collection;
  items: Items[Collection][];
  count: number;
  windowed?: boolean;
  failure: Failure | null;
}
const slice = createSlice({
  name: 'entities',
  initialState,
  reducers: {
    collectionRead: (state, { payload }: PayloadAction<CollectionRead>) => {
      const { collection, items, count, windowed = false, failure } = payload;
      // Known data stays while a read may still succeed; after a refusal the user may no longer see it.
      if (failure !== null && mayPass(failure)) return;
      const kept = windowed ? askedFor(state, collection, items) : [];
      Object.assign(state, { [collection]: tableFrom(collection, [...items, ...kept]) });
      state.counts[collection] = count;
      state.windowed[collection] = windowed;
      // New objects: what shows names asks for them again.
      if (collection === 'boxes' || collection === 'aeros') {
        const { [collection]: known } = original(state.places)!;
        Object.assign(state.places, { [collection]: Object.freeze({ ...known }) });
      }
    },
    /** Items of a windowed collection that were asked for by id. */
    itemsRead: (
      state,
      { payload }: PayloadAction<{ collection: Collection; items: Items[Collection][] }>,
    ) => {
      adapterOf(payload.collection).setMany(tableOf(state, payload.collection), payload.items);
      keepPlaces(state, payload);
    },
    placesRead: (state, { payload }: PayloadAction<Places>) => {
      const { boxes, aeros } = original(state.places)!;
      // Frozen for the same reason as tables.
      state.places = {
        boxes: Object.freeze({ ...boxes, ...payload.boxes }),
        aeros: Object.freeze({ ...aeros, ...payload.aeros }),
      };
    },
    /** Applies events that arrived while a list was being read, if they are newer than it. */
    newerApplied: (state, { payload: changes }: PayloadAction<readonly ChangeEvent[]>) => {
      for (const change of changes) if (!isOlder(state, change)) applyEvent(state, change);
    },
    /** Applies live events, and writes of this console, which have the same form. */
    eventsApplied: (state, { payload: changes }: PayloadAction<readonly ChangeEvent[]>) => {
      for (const change of changes) applyEvent(state, change);
    },
  },
  extraReducers: (build) => build.addCase(signedOut, () => initialState()),
});
export const { collectionRead, itemsRead, placesRead, newerApplied, eventsApplied } = slice.actions;
export const entities = slice.reducer;

/** Whether a change is older than the list that has arrived. */
function isOlder(state: EntitiesState, { entity, id, data }: ChangeEvent): boolean {
  if (!isCollection(entity)) return true;
  const known = tableOf(state, entity).entities[id] as { updated_at?: string } | undefined;
  const { updated_at } = (data ?? {}) as { updated_at?: string };
  return (known?.updated_at ?? '') > (updated_at ?? '\uffff');
}

/** Adds, updates or deletes an item by its id. */
function applyEvent(state: EntitiesState, change: ChangeEvent): void {
  const { entity, type, id, data } = change;
  if (!isCollection(entity)) return;
  if (entity === 'measures') {
    latest(state, id, data as LatestMeasure[] | LatestMeasure | null);
    return;
  }
  movePlaces(state, change);
  const table = tableOf(state, entity);
  const isKnown = table.entities[id] !== undefined;
  if (isGone(change) || isArchived(change)) {
    // Of an alert that is not here nobody knows whether it was open.
    if (isKnown || (state.windowed[entity] && type === 'deleted')) state.counts[entity] -= 1;
    adapterOf(entity).removeOne(table, id);
    if (entity === 'boxes') forgetBox(state, id);
    return;
  }
  // In a window nobody asked for a new item: only the number changes.
  const isOutside = state.windowed[entity] && !isKnown;
  if (isOutside ? type === 'added' : !isKnown) state.counts[entity] += 1;
  if (isOutside) return;
  adapterOf(entity).setOne(table, data as Items[Collection]);
  follow(state, entity, [data as Items[Collection]]);
}
/** An alert that was seen leaves the open ones. */
const isArchived = ({ entity, data }: ChangeEvent): boolean =>
  entity === 'alerts' && (data as Items['alerts']).seen;
const isGone = ({ type, data }: ChangeEvent): boolean => type === 'deleted' || data === null;

/** Whole items have names and places too: these need not be asked for. */
function keepPlaces(
  state: EntitiesState,
  read: { collection: Collection; items: Items[Collection][] },
): void {
  const { boxes, aeros } = state.places;
  if (read.collection === 'aeros')
    for (const aero of read.items as Items['aeros'][]) aeros[aero.id] = placeOfAero(aero);
  if (read.collection !== 'boxes') return;
  for (const box of read.items as Items['boxes'][]) {
    boxes[box.id] = placeOfBox(box);
    for (const aero of box.aeros) aeros[aero.id] = placeOfAero(aero);
  }
}

/** Names and places that are shown follow their box or AERO. */
function movePlaces(state: EntitiesState, change: ChangeEvent): void {
  const { entity, id, data } = change;
  const { boxes, aeros } = state.places;
  if (entity === 'aeros' && id in aeros)
    aeros[id] = isGone(change) ? null : placeOfAero(data as Items['aeros']);
  if (entity !== 'boxes') return;
  const box = isGone(change) ? null : (data as Items['boxes']);
  if (id in boxes) boxes[id] = box && placeOfBox(box);
  for (const aero of box?.aeros ?? []) if (aero.id in aeros) aeros[aero.id] = placeOfAero(aero);
}

/** Keeps the AERO's newest measure; two of the same moment complete each other. Late ones change nothing. */
function latest(state: EntitiesState, aero: number, data: LatestMeasure[] | LatestMeasure | null): void {
  const measures = data === null ? [] : Array.isArray(data) ? data : [data];
  for (const measure of measures) {
    const known = state.measures.entities[aero];
    if (known === undefined && state.windowed.measures) continue;
    if (known !== undefined && known.date > measure.date) continue;
    const whole = known?.date === measure.date ? joined(known, measure) : measure;
    state.measures.entities[aero] = { ...whole, aero, box: known?.box ?? state.aeros.entities[aero]?.box };
    if (known === undefined) state.measures.ids.push(aero);
  }
}

function joined(known: LatestMeasure, measure: LatestMeasure): LatestMeasure {
  const values = METRIC_KEYS.map((metric) => [metric, known[metric] ?? measure[metric]]);
  return { ...known, ...Object.fromEntries(values) };
}

/** A box contains its AEROs and an AERO its box: both copies are updated. */
function follow(state: EntitiesState, collection: Collection, items: Items[Collection][]): void {
  if (collection === 'boxes')
    for (const box of items as Items['boxes'][]) {
      const isWanted = ({ id }: { id: number }) =>
        !state.windowed.aeros || state.aeros.entities[id] !== undefined;
      adapters.aeros.setMany(state.aeros, box.aeros.filter(isWanted));
    }
  if (collection === 'aeros')
    for (const aero of items as Items['aeros'][]) {
      const box = state.boxes.entities[aero.box];
      if (box !== undefined) box.aeros = box.aeros.map((known) => (known.id === aero.id ? aero : known));
    }
}
function forgetBox(state: EntitiesState, box: number): void {
  const aeros = Object.values(state.aeros.entities).filter((aero) => aero.box === box);
  adapters.aeros.removeMany(
    state.aeros,
    aeros.map((aero) => aero.id),
  );
  adapters.measures.removeMany(
    state.measures,
    aeros.map((aero) => aero.id),
  );
}
