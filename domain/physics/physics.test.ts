import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadBand, expansionOf, thermalSlope } from './expansion.ts';
import {
  expectedModel,
  expectedStroke,
  fitStroke,
  pointsBetween,
  type StrokePoints,
  theoryStroke,
} from './expected-stroke.ts';
import { clearSky, clearSkyDay, cosZenith, declination } from './solar.ts';
import { correlation, huberLine, median, quantile, robustDeviation, theilSen } from './statistics.ts';

const COPPER = 17e-6;

describe('published figures', () => {
  it.each([
    [750, 12.75],
    [800, 13.6],
    [1500, 25.5],
    [700, 11.9],
  ])('%d m of copper: %d mm/°C', (length, slope) => {
    expect(thermalSlope(length, COPPER)).toBeCloseTo(slope, 9);
  });
  it('friction of 2.5 %: dead band', () => {
    expect(deadBand(0.025, 10_000, 12.84e6, COPPER)).toBeCloseTo(2.29, 2);
  });
  it('own coefficient before the conductor’s', () => {
    expect(expansionOf('messenger', null)).toBe(COPPER);
    expect(expansionOf(null, undefined)).toBe(COPPER);
    expect(expansionOf('wire', 23e-6)).toBe(23e-6);
  });
});

const cloud = (n: number, of: (temperature: number, i: number) => number): StrokePoints => {
  const temperature = Float64Array.from(
    { length: n },
    (_, i) => 12 + 10 * Math.sin(i / 23) + 3 * Math.sin(i / 7.3),
  );
  return { time: temperature.map((_, i) => i * 600_000), temperature, stroke: temperature.map(of) };
};
const narrow = (points: StrokePoints) => ({
  ...points,
  temperature: points.temperature.map((t) => 12 + t / 100),
});
const noise = (i: number) => 8 * Math.sin(i * 12.9898) + 5 * Math.sin(i * 78.233);

describe('expected stroke', () => {
  it('finds slope and height under noise', () => {
    const fit = fitStroke(cloud(1000, (t, i) => 300 + 11.9 * t + noise(i)));
    if (typeof fit === 'string') throw new Error(fit);
    expect(fit.b).toBeCloseTo(11.9, 1);
    expect(expectedStroke(fit, 15)).toBeCloseTo(300 + 11.9 * 15, -0.5);
    expect(fit.quality).toBeGreaterThan(0.95);
  });
  it('a fifth of wild points does not pull it', () => {
    const fit = fitStroke(cloud(1000, (t, i) => (i % 5 === 0 ? 900 : 300 + 11.9 * t + noise(i))));
    if (typeof fit === 'string') throw new Error(fit);
    expect(Math.abs(fit.b - 11.9)).toBeLessThan(0.5);
  });
  it.each([
    ['no_data', cloud(0, (t) => t)],
    ['too_few_points', cloud(199, (t) => t)],
    ['temperature_span_too_small', narrow(cloud(500, (t) => t))],
  ] as [string, StrokePoints][])('says %s', (reason, points) => expect(fitStroke(points)).toBe(reason));
  it('theory where a fit is not possible, with the sign that agrees', () => {
    const points = cloud(50, (t) => 700 - 11.9 * t);
    const model = expectedModel(points, { length: 700, expansion: COPPER });
    if (typeof model === 'string') throw new Error(model);
    expect(model).toMatchObject({ source: 'theory' });
    expect(model.b).toBeCloseTo(-11.9, 9);
    expect(model.a).toBeCloseTo(700, 6);
    expect(expectedModel(points, { length: null, expansion: COPPER })).toBe('too_few_points');
    expect(
      expectedModel(
        cloud(0, (t) => t),
        { length: 700, expansion: COPPER },
      ),
    ).toBe('no_data');
    expect(theoryStroke(points, { length: 0, expansion: COPPER })).toBe('no_length');
  });
  it('points of a span: from its start on, before its end, and none where there are none', () => {
    const points = cloud(10, (t) => t);
    const part = (from: number, to: number) => [...pointsBetween(points, from, to).time];
    expect(part(600_000, 1_800_000)).toEqual([600_000, 1_200_000]);
    expect(part(600_001, 1_800_001)).toEqual([1_200_000, 1_800_000]);
    expect(part(-1, 1e9)).toHaveLength(10);
    expect(part(6_000_000, 1e9)).toEqual([]);
    expect(pointsBetween(points, 600_000, 1_800_000).stroke).toEqual(points.stroke.slice(1, 3));
  });
});

describe('sun', () => {
  it('declination and noon height', () => {
    expect(declination(172)).toBeCloseTo(23.45, 1);
    expect(declination(355)).toBeCloseTo(-23.45, 1);
    expect(cosZenith(47, 172, 12)).toBeCloseTo(Math.cos(((47 - 23.45) * Math.PI) / 180), 3);
    expect(cosZenith(47, 172, 0)).toBeLessThan(0);
  });
  it('clear sky by Haurwitz', () => {
    expect(clearSky(1)).toBeCloseTo(1098 * Math.exp(-0.059), 6);
    expect(clearSky(0)).toBe(0);
    expect(clearSkyDay(47, 172) / clearSkyDay(47, 355)).toBeGreaterThan(4);
  });
});

describe('robust statistics', () => {
  it('median, quantile, deviation', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
    expect(quantile([1, 2, 3, 4, 5], 0.9)).toBe(5);
    expect(robustDeviation([1, 1, 1, 100])).toBe(0);
    expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
    expect(correlation([1, 2, 3], [5, 5, 5])).toBe(0);
  });
  it('lines through exact points are found exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: 3, max: 400 }),
        (b, a, n) => {
          const x = Array.from({ length: n }, (_, i) => (i * 7) % 31);
          const y = x.map((one) => a + b * one);
          expect(theilSen(x, y)!.b).toBeCloseTo(b, 9);
          expect(huberLine(x, y)!.a).toBeCloseTo(a, 6);
        },
      ),
      { numRuns: 50 },
    );
    expect(huberLine([1, 1], [2, 3])).toBeNull();
  });
});
