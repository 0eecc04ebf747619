import type { ChangeEvent } from '@aerowatch/contracts/events';
import { expect, test } from 'vitest';
import { signedOut } from './authentication.ts';
import type { Items } from './collections.ts';
import {
  collectionRead,
  type EntitiesState,
  entities,
  eventsApplied,
  newerApplied,
} from './entities-slice.ts';

const aero = (id: number, part: object = {}) => ({ id, box: 1, sami: 'satisfactory', ...part });
const box = (id: number, part: object = {}) => ({ id, serial_number: `B${id}`, aeros: [aero(10)], ...part });
const read = (items: unknown, count: number) =>
  collectionRead({
    collection: 'boxes',
    items: items as Items['boxes'][],
    count,
    failure: null,
  });
const start = (): EntitiesState => {
  const state = entities(undefined, { type: 'start' });
  return entities(state, read([box(1), box(2, { aeros: [] })], 2));
};
const apply = (state: EntitiesState, ...changes: Partial<ChangeEvent>[]): EntitiesState =>
  entities(state, eventsApplied(changes as ChangeEvent[]));

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
  const state = entities(start(), read([box(1), box(2), box(1, { serial_number: 'new' })], 2));
  expect(state.boxes.ids).toEqual([1, 2]);
  expect(state.boxes.entities[1]?.serial_number).toBe('new');
});
test('does not iterate over loaded items: ten thousand boxes do not block the page', () => {
  let walked = 0;
  const configuration = {
    get period() {
      walked += 1;
      return 60;
    },
  };
  const state = entities(start(), read([box(1, { desired: configuration }), box(2)], 2));
  expect(walked).toBe(0);
  // Nor after a change of something else; the changed item is another object.
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
test('signing out empties everything', () => {
  const state = entities(start(), signedOut());
  expect([state.boxes.ids, state.counts.boxes]).toEqual([[], 0]);
});
test('an entity that is no collection is left alone', () => {
  const state = start();
  expect(apply(state, { entity: 'rollouts', type: 'updated', id: 1, data: {} })).toEqual(state);
});
test('a change that came while its list was read is not lost in it, and an older one changes nothing', () => {
  const at = (serial_number: string, updated_at: string) => box(1, { serial_number, updated_at });
  const items = [at('listed', '2026-02-01'), box(3)];
  const changes: Partial<ChangeEvent>[] = [
    { entity: 'boxes', type: 'updated', id: 1, data: at('newer', '2026-02-02') },
    { entity: 'boxes', type: 'added', id: 2, data: box(2) },
    { entity: 'boxes', type: 'deleted', id: 3, data: null },
  ];
  const caughtUp = (after: Partial<ChangeEvent>[]): EntitiesState =>
    entities(entities(undefined, read(items, 2)), newerApplied(after as ChangeEvent[]));
  let state = caughtUp(changes);
  expect(state.boxes.entities[1]?.serial_number).toBe('newer');
  expect([state.boxes.ids, state.counts.boxes]).toEqual([[1, 2], 2]);
  const older = { entity: 'boxes', type: 'updated', id: 1, data: at('older', '2026-01-01') } as const;
  state = caughtUp([older]);
  expect(state.boxes.entities[1]?.serial_number).toBe('listed');
});
test('known data stays when a read may succeed later, and is removed by a refusal', () => {
  const failed = (status: number): EntitiesState =>
    entities(
      start(),
      collectionRead({
        collection: 'boxes',
        items: [],
        count: 0,
        failure: { ok: false, status } as never,
      }),
    );
  expect(failed(503).boxes.ids).toEqual([1, 2]);
  expect(failed(403).boxes.ids).toEqual([]);
});
