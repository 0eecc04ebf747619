import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../durations.ts';
import { clearSky, cosZenith } from '../../physics/solar.ts';
import { freeStrokeAt, type Standing, standingOf, standsAt } from './standing.ts';
import { darkHours, warmthAt } from './warmth.ts';

const SLOPE = 0.96 * 11.9;
const PLACE = { latitude: 47, longitude: 0 };
const START = Date.UTC(2025, 0, 1);

/** Hours of a year's days under a sun that heats wire and device by their shares, °C at 1,000 W/m². */
function hours(from: number, days: number, { wire = 12, device = 6, side = 1 } = {}) {
  return Array.from({ length: days * 24 }, (_, i) => {
    const day = from + Math.floor(i / 24);
    const cloud = 0.5 + 0.5 * Math.sin(day * 1.7);
    const sun = (clearSky(cosZenith(PLACE.latitude, day, i % 24)) / 1000) * (1 - 0.8 * cloud);
    const air =
      11 -
      9 * Math.cos((2 * Math.PI * (day - 20)) / 365) +
      4 * Math.sin(day / 3) +
      (2 + 4 * (1 - cloud)) * Math.cos((2 * Math.PI * ((i % 24) - 15)) / 24);
    return {
      time: START + (day - 1) * DAY + (i % 24) * HOUR,
      temperature: air + device * sun,
      stroke: 500 + side * SLOPE * (air + wire * sun - 12),
    };
  });
}
const made = (value: Standing | string): Standing => {
  if (typeof value === 'string') throw new Error(value);
  return value;
};
const standing = (from: number, world = {}) => made(standingOf(hours(from, 60, world), 11.9, null, PLACE));
/**
 * Its true position when the device reads 45 °C on a clear summer afternoon: the wire is warmer by its share
 * of 750 W/m².
 */
const truthAt45 = (wire: number, side = 1) => 500 + side * SLOPE * (45 + 0.75 * (wire - 6) - 12);

describe('an AERO at 45 °C', () => {
  it.each([
    ['winter', 1],
    ['spring', 75],
    ['summer', 170],
    ['autumn', 260],
  ])('stands where the sun of a summer puts it, seen from %s', (_, from) => {
    for (const side of [1, -1]) {
      const { p50, p05, p95 } = freeStrokeAt(standing(from, { side }), 45);
      expect(Math.abs(p50 - truthAt45(12, side)) / SLOPE).toBeLessThan(1.2);
      expect(p05).toBeLessThan(truthAt45(12, side));
      expect(p95).toBeGreaterThan(truthAt45(12, side));
    }
  });
  it('is not called free of a margin that it passes by 2 °C, from the record of a winter', () => {
    const edge = truthAt45(12) - 2 * SLOPE;
    const travel = { stroke: 1000, minOffset: 0, maxOffset: 1000 - edge };
    expect(standsAt(standing(1), travel, 45).margin).toBeGreaterThan(0.5);
  });
  it('is told apart by how its own wire takes the sun, once it was seen', () => {
    const [shaded, sunny] = [8, 15].map((wire) => freeStrokeAt(standing(150, { wire }), 45).p50);
    expect((sunny! - shaded!) / SLOPE).toBeGreaterThan(2);
  });
  it('is the less sure the less sun was seen', () => {
    const width = (from: number) => {
      const { p05, p95 } = freeStrokeAt(standing(from), 45);
      return p95 - p05;
    };
    expect(width(1)).toBeGreaterThan(1.2 * width(150));
  });
});

it('is no warmer than its device in the cold', () => {
  const { warmth } = standing(150);
  expect(warmthAt(warmth!, -15)).toEqual({ added: 0, error: 0, share: 0 });
  const { p50 } = freeStrokeAt(standing(150), -15);
  expect(Math.abs(p50 - (500 + SLOPE * -27)) / SLOPE).toBeLessThan(0.7);
});
it('takes the coldest hours where no night is dark', () => {
  const north = { latitude: 68, longitude: 0 };
  const midsummer = hours(160, 10);
  expect(darkHours(midsummer, north)).toHaveLength(10);
});
