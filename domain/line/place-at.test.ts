import { expect, it } from 'vitest';
import { placeAt, type StationPoint } from './place-at.ts';

const STATIONS: readonly StationPoint[] = [
  [2, 48, 10, 'A'],
  [3, 48.5, 20, 'B'],
  [3, 49, 40, 'C'],
];

it('lies between the stations beside it, and nowhere beyond the ends', () => {
  expect(placeAt(STATIONS, 15)).toEqual({ latitude: 48.25, longitude: 2.5 });
  expect(placeAt(STATIONS, 10)).toEqual({ latitude: 48, longitude: 2 });
  expect(placeAt(STATIONS, 20)).toEqual({ latitude: 48.5, longitude: 3 });
  expect(placeAt(STATIONS, 40)).toEqual({ latitude: 49, longitude: 3 });
  expect([9.9, 40.1, Number.NaN].map((km) => placeAt(STATIONS, km))).toEqual([null, null, null]);
  expect(placeAt([], 10)).toBeNull();
});
