import { expect, it } from 'vitest';
import { isMeant, kmTo, nearestFirst, type OrderHere } from './find-here.ts';

const order = (id: number, place: Partial<OrderHere['place']>, title = 'Leak'): OrderHere =>
  ({
    id,
    title,
    place: {
      serial_number: `AW-${id}`,
      position: 1,
      line: 'Dijon – Dole',
      track_number: '1',
      kilometer_point: id,
      pole: `12/${id}`,
      latitude: 47,
      longitude: 5,
      ...place,
    },
  }) as OrderHere;

it('an order is found by pole, serial number, line, title and kilometer point', () => {
  const one = order(105, { kilometer_point: 105.129 });
  for (const text of ['12/105', 'aw-105', 'dole', 'leak', 'PK 105+129', '105,1', ' 105+150 '])
    expect([text, isMeant(one, text)]).toEqual([text, true]);
  for (const text of ['13/1', 'AW-2', 'PK 104+129', '106'])
    expect([text, isMeant(one, text)]).toEqual([text, false]);
  expect(isMeant(order(1, { kilometer_point: null }), 'PK 7')).toBe(false);
});

it('the nearest is first, and what has no place is last', () => {
  const orders = [order(1, { latitude: null }), order(2, { latitude: 47.1 }), order(3, { longitude: 5.01 })];
  const here = { latitude: 47, longitude: 5 };
  expect(nearestFirst(orders, here).map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(kmTo(here, orders[1]!)).toBeCloseTo(11.1, 1);
});
