import { expect, it } from 'vitest';
import { HOUR } from '../durations.ts';
import {
  extremesOf,
  joinedExtremes,
  logHours,
  packExtremes,
  RETENTION_DAYS,
  solarOffset,
  unpackExtremes,
} from './extremes.ts';

const hour = (at: number, stroke: number) => ({ time: at * HOUR, temperature: stroke / 10, stroke });

it('extremes are of the days of the place, and the day under way has none yet', () => {
  const hours = Array.from({ length: 72 }, (_, at) => hour(at, at === 30 ? 700 : 500 + (at % 24)));
  const days = extremesOf(hours, 0);
  expect(days.map(({ day }) => day)).toEqual([0, 1]);
  expect(days[1]).toMatchObject({ low: 500, high: 700, warmest: 70 });
  // Three hours east the spike of hour 30 is on the same day, but the edges of the day are not.
  expect(extremesOf(hours, 3).map(({ day }) => day)).toEqual([0, 1, 2]);
  expect(solarOffset(2.3)).toBe(0);
  expect(solarOffset(24)).toBe(2);
  expect(solarOffset(null)).toBe(0);
});

it('a day with half of its hours tells no extremes', () => {
  const hours = Array.from({ length: 24 * 5 }, (_, at) => hour(at, 500 + (at % 24)));
  const gap = hours.filter(({ time }) => time < 24 * HOUR || time >= 36 * HOUR);
  expect(extremesOf(gap, 0).map(({ day }) => day)).toEqual([0, 2, 3]);
});

it('knows at which hours a box measures', () => {
  const sixHourly = [1, 7, 13, 19, 25, 31].map((at) => hour(at, 500));
  expect(logHours(sixHourly)).toBe((1 << 1) | (1 << 7) | (1 << 13) | (1 << 19));
});

it('packs days into eight bytes each, and knows the year before', () => {
  const days = [
    { day: 20_000, low: 412.3, high: 688.9, coldest: -12.4, warmest: 17.8 },
    { day: 20_003, low: 0, high: 2000, coldest: -60, warmest: 100 },
  ];
  const { first, bytes } = packExtremes(days);
  expect(bytes.length).toBe(4 * 8);
  const back = unpackExtremes(first, bytes);
  expect(back.map(({ day }) => day)).toEqual([20_000, 20_003]);
  expect(back[0]!.low).toBeCloseTo(412.3, 1);
  expect(back[1]).toEqual(days[1]);
  const newer = [{ ...days[0]!, day: 20_000 + RETENTION_DAYS + 2 }];
  expect(joinedExtremes(back, newer, 0).map(({ day }) => day)).toEqual([20_003, 20_000 + RETENTION_DAYS + 2]);
  expect(joinedExtremes(back, newer, 20_300).map(({ day }) => day)).toEqual([20_000 + RETENTION_DAYS + 2]);
  expect(packExtremes([]).bytes.length).toBe(0);
});
