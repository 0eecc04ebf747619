import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn, signedOut } from '../state/authentication.ts';
import { collectionRead, eventsApplied, itemsRead } from '../state/entities-slice.ts';
import { store } from '../state/store.ts';
import { forgetAsked, lookUp } from './names.ts';

const packed = {
  count: 1,
  id: [12_000],
  serial_number: ['AW-1'],
  name: [''],
  client: { list: [3] },
  firmware: { list: [0] },
  version: { list: [0] },
  versions: [''],
  line: { list: [1] },
  lines: ['', '830000'],
  pole: ['7/12'],
  kilometer_point: [41.5],
  tags: { rows: [0], ids: [[5]] },
  aeros: {
    id: [23_999, 1],
    per_box: '2',
    position: '12',
    serial_number: ['a', 'b'],
    line: { list: [0, 1] },
    track_number: { list: [0, 0] },
    tracks: ['V1'],
    model_type: { list: [1, 2] },
    sami: '03',
    levels: ['satisfactory', 'meets_expectations', 'improvement_needed', 'unsatisfactory'],
  },
};
let asked: string[] = [];
let status = 200;
const windowed = (collection: 'boxes' | 'aeros') =>
  collectionRead({ collection, items: [], count: 24_000, windowed: true, failure: null });
const places = () => store.getState().entities.places;
const nameOf = (id: number) => (lookUp('aeros', places().aeros) as Record<number, unknown>)[id];
const boxOf = (id: number) => (lookUp('boxes', places().boxes) as Record<number, unknown>)[id];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  status = 200;
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    const { search } = new URL(String(url instanceof Request ? url.url : url), 'http://x');
    asked.push(decodeURIComponent(search));
    return Response.json(status === 200 ? packed : { detail: 'no' }, { status });
  });
  store.dispatch(signedIn({ token: 'a' }));
  store.dispatch(windowed('boxes'));
  store.dispatch(windowed('aeros'));
});
afterEach(() => {
  store.dispatch(signedOut());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('names that are looked up are asked for together, once, with their boxes', async () => {
  expect([nameOf(23_999), nameOf(24_000), nameOf(99)]).toEqual([undefined, undefined, undefined]);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['?aero=23999,24000,99']);
  expect(nameOf(24_000)).toMatchObject({ box: 12_000, position: 2, line: '830000', sami: 'unsatisfactory' });
  expect(boxOf(12_000)).toMatchObject({
    serial_number: 'AW-1',
    client: 3,
    tags: [5],
    sami: 'unsatisfactory',
  });
  // What does not exist is known not to.
  expect([nameOf(99), places().aeros[99]]).toEqual([undefined, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});
test('names of very many are read with those of all', async () => {
  for (let id = 1; id <= 2001; id += 1) nameOf(id);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['']);
});
test('what could not be read is asked for again', async () => {
  status = 503;
  nameOf(24_000);
  await vi.advanceTimersByTimeAsync(100);
  status = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['?aero=24000', '?aero=24000']);
  expect(nameOf(24_000)).toMatchObject({ id: 24_000 });
});
test('after a gap a name that is shown is asked for again, and stays meanwhile', async () => {
  nameOf(24_000);
  await vi.advanceTimersByTimeAsync(100);
  const before = places().aeros;
  forgetAsked('aeros');
  store.dispatch(windowed('aeros'));
  expect(places().aeros).not.toBe(before);
  expect(nameOf(24_000)).toMatchObject({ position: 2 });
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(2);
});
test('a new reading of a window keeps what was asked for', () => {
  const box = { id: 12_000, serial_number: 'AW-1', aeros: [] };
  store.dispatch(itemsRead({ collection: 'boxes', items: [box] as never }));
  store.dispatch(windowed('boxes'));
  expect(store.getState().entities.boxes.ids).toEqual([12_000]);
});
test('events change names that are here, and otherwise only the number', async () => {
  nameOf(24_000);
  await vi.advanceTimersByTimeAsync(100);
  const aero = { ...(nameOf(24_000) as object), track_number: 'V2' };
  const { counts } = store.getState().entities;
  store.dispatch(
    eventsApplied([
      { entity: 'aeros', type: 'updated', id: 24_000, data: aero },
      { entity: 'aeros', type: 'updated', id: 7, data: { ...aero, id: 7 } },
      { entity: 'aeros', type: 'added', id: 8, data: { ...aero, id: 8 } },
      { entity: 'boxes', type: 'deleted', id: 12_000, data: null },
    ] as never),
  );
  const { entities } = store.getState();
  expect(nameOf(24_000)).toMatchObject({ track_number: 'V2' });
  expect([entities.aeros.ids, entities.counts.aeros - counts.aeros]).toEqual([[], 1]);
  expect([entities.counts.boxes - counts.boxes, boxOf(12_000)]).toEqual([-1, undefined]);
});
