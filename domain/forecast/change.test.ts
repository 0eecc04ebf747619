import { describe, expect, it } from 'vitest';
import { type Finding, makeFinding } from '../faults/finding.ts';
import { type Change, changeOf } from './change.ts';
import type { DayExtremes } from './extremes.ts';
import { type ForecastDay, forecastDays } from './forecast-days.ts';
import { noFactors } from './learning/conformal.ts';
import { nothingLearnt } from './learning/learnt.ts';
import { noLessons } from './learning/lessons.ts';
import { teach } from './learning/teach.ts';
import type { WeatherDay } from './weather/weather-hours.ts';

const FIRST = 20_000;
const CHANGED = FIRST + 60;
const SLOPE = 9;
const DAYS = 80;

/** An AERO whose ram stands `moved(day)` mm further since a change, with its weather. */
function worldOf(seed: number, moved: (since: number) => number) {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: DAYS + 8 }, (_, i): { extremes: DayExtremes; sky: WeatherDay } => {
    const [warmest, coldest] = [20 + 4 * normal(), 8 + 3 * normal()];
    const at = (air: number) => 400 + SLOPE * (air - 15) + 4 * normal() + (i > 60 ? moved(i - 60) : 0);
    const day = FIRST + i;
    return {
      extremes: { day, low: at(coldest), high: at(warmest), coldest, warmest },
      sky: { day, hot: warmest, hotSun: 0, cold: coldest, coldSun: 0, airMin: coldest, airMax: warmest },
    };
  });
}

function forecastsOn(
  n: number,
  world: ReturnType<typeof worldOf>,
  change: Change | null,
  sky: boolean,
  first = 0,
): ForecastDay[] {
  return forecastDays({
    today: FIRST + n,
    extremes: world.slice(first, n).map(({ extremes }) => extremes),
    weather: new Map(sky ? world.slice(first, n + 8).map((one) => [one.sky.day, one.sky]) : []),
    prior: { slope: SLOPE, error: 0.5 },
    travel: null,
    own: noFactors(),
    latitude: 47,
    change,
    ...nothingLearnt(),
  });
}

const SEEDS = [3, 5, 8, 13, 21, 34, 55, 89];
const slips = SEEDS.map((seed) => worldOf(seed, () => (seed % 2 ? -70 : 70)));
const leaks = SEEDS.map((seed) => worldOf(seed, (since) => 1.5 * since));
const STEP: Change = { fault: 'slipped_wire', day: CHANGED };
const DRIFT: Change = { fault: 'leak', day: CHANGED };

function shareInside(
  worlds: readonly ReturnType<typeof worldOf>[],
  from: number,
  change: Change | null,
  sky: boolean,
  first = 0,
) {
  let [inside, count, width] = [0, 0, 0];
  for (const world of worlds)
    for (let n = from; n < from + 5; n++)
      for (const one of forecastsOn(n, world, change, sky, first)) {
        const came = world[one.day - FIRST]!.extremes.high;
        inside += came >= one.high.p05 && came <= one.high.p95 ? 1 : 0;
        width += one.high.p95 - one.high.p05;
        count += 1;
      }
  return { share: inside / count, width: width / count };
}

describe.each([
  ['by weather', true],
  ['without it', false],
] as const)('a forecast %s', (_, sky) => {
  it('begins anew from a slip: wide at once, and as before within days', () => {
    const [first] = slips.map((world) => forecastsOn(61, world, STEP, sky)[0]!);
    const [before] = slips.map((world) => forecastsOn(59, world, null, sky)[0]!);
    expect(first!.high.p95 - first!.high.p05).toBeGreaterThan(
      (sky ? 2 : 1.4) * (before!.high.p95 - before!.high.p05),
    );
    const after = shareInside(slips, 63, STEP, sky);
    expect(after.share).toBeGreaterThan(0.86);
    expect(after.width).toBeLessThan(1.6 * shareInside(slips, 54, null, sky).width);
    // Without the change it looks for the ram where it no longer is.
    expect(shareInside(slips, 63, null, sky).share).toBeLessThan(after.share);
  });

  it.each([2, 4, 10, 14])('also where only %i days stand before it', (days) => {
    expect(shareInside(slips, 62, STEP, sky, 60 - days).share).toBeGreaterThan(0.86);
  });

  it('follows a leak', () => {
    expect(shareInside(leaks, 68, DRIFT, sky).share).toBeGreaterThan(0.84);
  });
});

it('learns nothing from a forecast that could not know of a change', () => {
  const world = slips[0]!;
  const [one] = forecastsOn(60, world, null, true);
  const past = { forecast: one!, actual: world[61]!.extremes, extremes: [], slope: SLOPE, travel: null };
  const [unforeseen, plain] = [noFactors(), noFactors()];
  teach({ ...past, changed: CHANGED }, unforeseen, noLessons());
  teach({ ...past, changed: null }, plain, noLessons());
  expect([...unforeseen].every((one) => one === 0)).toBe(true);
  expect([...plain].some((one) => one > 0)).toBe(true);
});

it('takes the newest change that is reported, in days of the place', () => {
  const found = (fault: 'slipped_wire' | 'leak', verdict: 'bad' | 'good', since: number): Finding => ({
    ...makeFinding('leak', null, null, 'good'),
    fault,
    verdict,
    since,
  });
  const noon = (day: number) => (day + 0.5) * 86_400_000;
  expect(changeOf([found('leak', 'bad', noon(10)), found('slipped_wire', 'bad', noon(12))], 0)).toEqual({
    fault: 'slipped_wire',
    day: 12,
  });
  expect(changeOf([found('leak', 'bad', noon(10)), found('slipped_wire', 'good', noon(12))], 13)).toEqual({
    fault: 'leak',
    day: 11,
  });
  expect(changeOf([], 0)).toBeNull();
});
