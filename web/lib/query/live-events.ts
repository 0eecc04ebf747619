import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import { type ChangeEvent, EVENT_ENTITIES, type EventEntity } from '@aerowatch/contracts/events';
import { useEffect, useRef } from 'react';
import { factsOf } from '../api/client.ts';
import { type Live, startLive } from '../live/live.ts';
import { eventsApplied } from '../state/entities-slice.ts';
import { store } from '../state/store.ts';
import { loadCollections } from './load-collections.ts';
import { markStale, markWritten } from './query-api.ts';
import { gatherChanges } from './read-collection.ts';
import { subjectOfPath } from './staleness.ts';
import { whenWritten } from './write.ts';
import { changesOf, readAfter } from './written-changes.ts';

/** Events of one frame become one action, ms. */
const GATHER = 100;
/** Over how long the consoles of a large fleet read again what they missed, ms. */
const GAP_SPREAD = 5000;

type Listener = (change: ChangeEvent) => void;
const listeners = new Set<Listener>();
const missed = new Set<() => void>();
const watchers = new Map<symbol, readonly number[]>();
let live: Live | null = null;
/** Whether this page has followed events before. */
let followed = false;
let gathered: ChangeEvent[] = [];

function onChange(change: ChangeEvent): void {
  if (gathered.length === 0) setTimeout(flush, GATHER);
  gathered.push(change);
}
function flush(): void {
  const changes = gathered;
  gathered = [];
  // First of all, because an unusable change must not affect the others.
  markStale(changes.map(({ entity }) => entity));
  gatherChanges(changes);
  store.dispatch(eventsApplied(changes));
  for (const change of changes) for (const listener of listeners) listener(change);
}

// Changes written by this console are already in the collections; what is shown of them is read again at
// once.
whenWritten((written) => {
  const changes = changesOf(written);
  if (changes.length > 0) store.dispatch(eventsApplied(changes));
  markWritten([...changes.map(({ entity }) => entity), subjectOfPath(factsOf(written.key).path)]);
  void loadCollections(readAfter(written));
});

/** Follows the server's events while signed in; calls `onUnauthorized` when the token is no longer valid. */
export function followLive(onUnauthorized: () => void): () => void {
  const onGap = () =>
    spread(() => {
      void loadCollections();
      catchUp(EVENT_ENTITIES);
    });
  const onMissed = () => {
    void loadCollections(['measures']);
    catchUp(['measures']);
  };
  live = startLive({ onChange, onGap, onMissed, onUnauthorized });
  watchChosen();
  // The data shown is from before the session ended: no changes were received until this one began.
  if (followed) catchUp(EVENT_ENTITIES);
  followed = true;
  return () => {
    live?.stop();
    live = null;
  };
}
/**
 * After a cut all tabs miss the same at the same moment. Those of a large fleet, who may be many, do not ask at
 * once.
 */
function spread(read: () => void): void {
  const followed = live;
  const { windowed } = store.getState().entities;
  if (!Object.values(windowed).includes(true)) read();
  else setTimeout(() => live === followed && read(), Math.random() * GAP_SPREAD);
}

/**
 * Reads again everything that depends on these, and the measures of an interruption, which no event repeats.
 */
function catchUp(entities: readonly EventEntity[]): void {
  markStale(entities, true);
  for (const listener of missed) listener();
}

function watchChosen(): void {
  const aeros = [...new Set([...watchers.values()].flat())].sort((a, b) => a - b);
  live?.watch(aeros);
}

/** Calls back for each change of an entity when it arrives. */
export function useLiveChange(entity: EventEntity, onEvent: Listener): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const listener: Listener = (change) => {
      if (change.entity === entity) latest.current(change);
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [entity]);
}

/**
 * New measures of these AEROs as they arrive, in time order, for curves that grow; also reports when some
 * were missed.
 */
export function useLiveMeasures(
  aeros: readonly number[],
  onMeasures: (aero: number, measures: ApiMeasure[]) => void,
  onMissed: () => void,
): void {
  const key = aeros.join(',');
  const latest = useRef(onMissed);
  latest.current = onMissed;
  useEffect(() => {
    const listener = () => latest.current();
    if (key !== '') missed.add(listener);
    return () => void missed.delete(listener);
  }, [key]);
  useEffect(() => {
    const me = Symbol('watcher');
    watchers.set(me, key === '' ? [] : key.split(',').map(Number));
    watchChosen();
    return () => {
      watchers.delete(me);
      watchChosen();
    };
  }, [key]);
  useLiveChange('measures', (change) => {
    if (!key.split(',').includes(String(change.id)) || change.data === null) return;
    onMeasures(change.id, (Array.isArray(change.data) ? change.data : [change.data]) as ApiMeasure[]);
  });
}
