import type { ChangeEvent } from '@aerowatch/contracts/events';
import { expect, test } from 'vitest';
import { signedIn, signedOut } from '../lib/state/authentication.ts';
import {
  caughtUp,
  changed,
  type EntitiesState,
  entities,
  isWhole,
  loaded,
  loadStarted,
  removed,
  upserted,
} from './entities-slice.ts';

const aero = (id: number, part: object = {}) => ({ id, box: 1, sami: 'satisfactory', ...part });
const box = (id: number, part: object = {}) => ({ id, serial_number: `B${id}`, aeros: [aero(10)], ...part });
const start = (): EntitiesState => {
  const state = entities(undefined, { type: 'start' });
  return entities(
    state,
    loaded({ collection: 'boxes', items: [box(1), box(2, { aeros: [] })] as never, count: 2 }),
  );
};
const apply = (state: EntitiesState, ...changes: Partial<ChangeEvent>[]): EntitiesState =>
  entities(state, changed(changes as ChangeEvent[]));

test('added, updated and deleted by id, and the count follows', () => {
  let state = apply(start(), { entity: 'boxes', type: 'added', id: 3, data: box(3) });
  expect(state.counts.boxes).toBe(3);
  state = apply(state, { entity: 'boxes', type: 'updated', id: 3, data: box(3, { serial_number: 'X' }) });
  expect(state.boxes.entities[3]?.serial_number).toBe('X');
  expect(state.counts.boxes).toBe(3);
  state = apply(state, { entity: 'boxes', type: 'deleted', id: 3, data: null });
  expect(state.boxes.entities[3]).toBeUndefined();
  expect(state.counts.boxes).toBe(2);
});
test('an item that two pages carry is there once, as the later one says', () => {
  const state = entities(
    start(),
    loaded({
      collection: 'boxes',
      items: [box(1), box(2), box(1, { serial_number: 'new' })] as never,
      count: 2,
    }),
  );
  expect(state.boxes.ids).toEqual([1, 2]);
  expect(state.boxes.entities[1]?.serial_number).toBe('new');
});
test('what was loaded is not walked through: ten thousand boxes do not hold the page up', () => {
  let walked = 0;
  const configuration = {
    get period() {
      walked += 1;
      return 60;
    },
  };
  const items = [box(1, { desired: configuration }), box(2)] as never;
  const state = entities(start(), loaded({ collection: 'boxes', items, count: 2 }));
  expect(walked).toBe(0);
  // Nor at a change of something else; the changed one is another object.
  const after = apply(state, {
    entity: 'boxes',
    type: 'updated',
    id: 2,
    data: box(2, { serial_number: 'X' }),
  });
  expect(walked).toBe(0);
  expect(after.boxes.entities[1]).toBe(state.boxes.entities[1]);
  expect(after.boxes.entities[2]?.serial_number).toBe('X');
});
test('deleting what is not there changes no count', () => {
  expect(apply(start(), { entity: 'boxes', type: 'deleted', id: 99, data: null }).counts.boxes).toBe(2);
});
test('an AERO and the copy in its box follow each other', () => {
  let state = apply(start(), { entity: 'boxes', type: 'updated', id: 1, data: box(1) });
  expect(state.aeros.entities[10]?.sami).toBe('satisfactory');
  state = apply(state, {
    entity: 'aeros',
    type: 'updated',
    id: 10,
    data: aero(10, { sami: 'unsatisfactory' }),
  });
  expect(state.boxes.entities[1]?.aeros[0]?.sami).toBe('unsatisfactory');
});
test('an alert that was seen leaves the open ones', () => {
  const alert = { id: 5, seen: false };
  let state = apply(start(), { entity: 'alerts', type: 'added', id: 5, data: alert });
  expect(state.counts.alerts).toBe(1);
  state = apply(state, { entity: 'alerts', type: 'updated', id: 5, data: { ...alert, seen: true } });
  expect(state.alerts.ids).toEqual([]);
  expect(state.counts.alerts).toBe(0);
});
test('the newest measure of an AERO stays, whatever the order of arrival', () => {
  const measure = (date: string) => ({ aero: 10, date, stroke: 1 });
  const later = measure('2026-01-02T00:00:00.000Z');
  const state = apply(
    start(),
    { entity: 'measures', type: 'added', id: 10, data: [measure('2026-01-01T00:00:00.000Z'), later] },
    { entity: 'measures', type: 'added', id: 10, data: [measure('2025-12-31T00:00:00.000Z')] },
  );
  expect(state.measures.entities[10]?.date).toBe(later.date);
  expect(state.measures.ids).toEqual([10]);
});
test('a deleted box takes its AEROs and their measures along', () => {
  let state = apply(start(), { entity: 'boxes', type: 'updated', id: 1, data: box(1) });
  state = apply(state, {
    entity: 'measures',
    type: 'added',
    id: 10,
    data: [{ aero: 10, date: '2026-01-01' }],
  });
  state = apply(state, { entity: 'boxes', type: 'deleted', id: 1, data: null });
  expect(state.aeros.ids).toEqual([]);
  expect(state.measures.ids).toEqual([]);
});
test('own changes count as well, and signing out empties everything', () => {
  let state = entities(start(), upserted({ collection: 'boxes', items: [box(7)] as never }));
  expect(state.counts.boxes).toBe(3);
  state = entities(state, removed({ collection: 'boxes', ids: [7, 8] }));
  expect(state.counts.boxes).toBe(2);
  state = entities(state, signedOut());
  expect(state.boxes.ids).toEqual([]);
  expect(state.status.boxes).toBe('idle');
});
test('an entity that is no collection is left alone', () => {
  const state = start();
  expect(apply(state, { entity: 'rollouts', type: 'updated', id: 1, data: {} })).toEqual(state);
});
test('a change that came before its list is not lost in it, and an older one changes nothing', () => {
  const at = (serial_number: string, updated_at: string) => box(1, { serial_number, updated_at });
  let state = entities(undefined, { type: 'start' });
  state = apply(
    state,
    { entity: 'boxes', type: 'updated', id: 1, data: at('newer', '2026-02-02') },
    { entity: 'boxes', type: 'added', id: 2, data: box(2) },
    { entity: 'boxes', type: 'deleted', id: 3, data: null },
  );
  const items = [at('listed', '2026-02-01'), box(3)] as never;
  state = entities(entities(state, loaded({ collection: 'boxes', items, count: 2 })), caughtUp('boxes'));
  expect(state.boxes.entities[1]?.serial_number).toBe('newer');
  expect(state.boxes.ids).toEqual([1, 2]);
  expect([state.counts.boxes, state.early]).toEqual([2, []]);
  state = entities(undefined, { type: 'start' });
  state = apply(state, { entity: 'boxes', type: 'updated', id: 1, data: at('older', '2026-01-01') });
  state = entities(entities(state, loaded({ collection: 'boxes', items, count: 2 })), caughtUp('boxes'));
  expect(state.boxes.entities[1]?.serial_number).toBe('listed');
});

test('a change that comes while a list is read once more is not lost in it', () => {
  let state = entities(start(), loadStarted('boxes'));
  state = apply(state, { entity: 'boxes', type: 'added', id: 3, data: box(3) });
  // The list was read before.
  const items = [box(1), box(2)] as never;
  state = entities(entities(state, loaded({ collection: 'boxes', items, count: 2 })), caughtUp('boxes'));
  expect([state.boxes.ids, state.counts.boxes, state.early]).toEqual([[1, 2, 3], 3, []]);
  // Nothing is gathered when none is under way.
  state = apply(state, { entity: 'boxes', type: 'deleted', id: 3, data: null });
  expect([state.boxes.ids, state.early]).toEqual([[1, 2], []]);
});

test('a collection is whole when all of it is here: not before, not in part, not when it could not be read', () => {
  const failure = { ok: false, status: 500 } as never;
  const read = (page: object): EntitiesState =>
    entities(start(), loaded({ collection: 'users', items: [], count: 0, ...page }));
  expect(isWhole(start(), 'boxes')).toBe(true);
  expect(isWhole(start(), 'users')).toBe(false);
  expect(isWhole(read({}), 'users')).toBe(true);
  expect(isWhole(read({ count: 1 }), 'users')).toBe(false);
  expect(isWhole(read({ failure }), 'users')).toBe(false);
});

test('who signs in again in the middle of a list waits for no list of before', () => {
  let state = entities(start(), loadStarted('boxes'));
  state = apply(state, { entity: 'boxes', type: 'added', id: 3, data: box(3) });
  state = entities(state, signedIn({ token: 'new' }));
  state = entities(state, loadStarted('boxes'));
  state = entities(
    entities(state, loaded({ collection: 'boxes', items: [box(1)] as never, count: 1 })),
    caughtUp('boxes'),
  );
  state = apply(state, { entity: 'boxes', type: 'added', id: 4, data: box(4) });
  expect([state.boxes.ids, state.underWay.boxes, state.early]).toEqual([[1, 4], 0, []]);
});
