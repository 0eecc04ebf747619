import { expect, it } from 'vitest';
import type { Standing } from '../forecast/standing/standing.ts';
import { firstAt, reachedAt, reserveOf } from './stop-candidates.ts';

const model = (level: number, slope = 10): Standing => ({
  level,
  at: 15,
  slope,
  levelError: 1,
  slopeError: 0.1,
  below: 3,
  above: 3,
  coldest: 0,
  warmest: 30,
});
const travel = { stroke: 480, minOffset: 20, maxOffset: 20 };
const aeros = [
  { name: 'middle', model: model(240), travel },
  { name: 'far out', model: model(300), travel },
  { name: 'other way', model: model(150, -10), travel },
  { name: 'seized', model: null, travel },
  { name: 'no model', model: model(240), travel: null },
];
const names = (temperature: number) => reachedAt(aeros, temperature).reached.map((one) => one.aero.name);

it('counts who is within a margin or on a stop, the first of them first', () => {
  // 300 mm at 15 °C reach 460 at 31 °C; 150 mm, mounted the other way round, reach 20 at 28 °C.
  expect(names(15)).toEqual([]);
  expect(names(30)).toEqual(['other way']);
  expect(names(35)).toEqual(['other way', 'far out']);
  expect(names(40)).toEqual(['other way', 'far out', 'middle']);
  const [first] = reachedAt(aeros, 40).reached;
  expect(first).toMatchObject({ nearness: 'stop', end: 'low' });
  expect(first!.from).toBeCloseTo(28);
});
it('does the same in the cold, and says of how many it can tell', () => {
  expect(names(-8)).toEqual(['middle']);
  expect(reachedAt(aeros, -8).reached[0]).toMatchObject({ nearness: 'margin', end: 'low', from: -7 });
  expect(reachedAt(aeros, 0)).toMatchObject({ known: 3, unknown: 2 });
});
it('names who may, where the line is too unsure to call it free', () => {
  const unsure = (at: number) =>
    reachedAt([{ name: 'far out', model: { ...model(300), slopeError: 1 }, travel }], at);
  // The median is at 450 of 460 mm, known to 15: in one case of four it is within the margin.
  expect(unsure(30)).toMatchObject({ reached: [], possible: [{ nearness: 'margin', end: 'high' }] });
  expect(unsure(30).possible[0]!.from).toBeCloseTo(31);
  expect(unsure(20)).toMatchObject({ reached: [], possible: [] });
  expect(unsure(35)).toMatchObject({ reached: [{ end: 'high' }], possible: [] });
});

it('says how far the nearer stop is, and at which temperature a margin is reached first', () => {
  expect([30, 240, 470, -5].map((stroke) => reserveOf(stroke, travel))).toEqual([30, 240, 10, 0]);
  // 300 mm at 15 °C: 460 mm at 31 °C, 20 mm at −13 °C.
  expect(firstAt(model(300), travel, 15)).toBeCloseTo(31);
  expect(firstAt(model(300), travel, 0)).toBeCloseTo(-13);
  expect(firstAt(model(300, 0), travel, 15)).toBeNull();
});
