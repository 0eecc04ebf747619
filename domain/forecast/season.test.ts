import { expect, it } from 'vitest';
import { quantile } from '../physics/statistics.ts';
import { LEADS } from './basis.ts';
import type { DayExtremes } from './extremes.ts';
import { type ForecastDay, forecastDays } from './forecast-days.ts';
import { calibrateSeason } from './learning/calibration.ts';
import { noFactors } from './learning/conformal.ts';
import { nothingLearnt } from './learning/learnt.ts';
import { noLessons } from './learning/lessons.ts';
import { marginReached } from './learning/score.ts';
import { teach } from './learning/teach.ts';
import type { Travel } from './standing/travel.ts';

const FIRST = 20_000;
const SLOPE = -8;
const DAYS = 420;
/** Share of the days on which a margin is reached. */
const REACHED = 0.08;

/** Days of an AERO under a year's course and weather that lasts for days; its wire runs the other way. */
function daysOf(seed: number): DayExtremes[] {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  let weather = 3 * normal();
  return Array.from({ length: DAYS }, (_, i) => {
    weather = 0.75 * weather + Math.sqrt(1 - 0.75 ** 2) * 3.6 * normal();
    const day = FIRST + i;
    const mean = 12 - 8 * Math.cos((2 * Math.PI * (day - 20)) / 365.25) + weather;
    const [coldest, warmest] = [mean - 5 + normal(), mean + 5 + normal()];
    const strokeAt = (air: number) => 500 + SLOPE * (air - 12);
    return { day, low: strokeAt(warmest), high: strokeAt(coldest), coldest, warmest };
  });
}

/** Margins that 8 % of the days reach. */
function travelOf(days: readonly DayExtremes[]): Travel {
  const lows = days.map(({ low }) => low);
  const highs = days.map(({ high }) => high);
  return {
    stroke: 1000,
    minOffset: quantile(lows, REACHED),
    maxOffset: 1000 - quantile(highs, 1 - REACHED),
  };
}

/** Forecasts without weather on each day, each AERO learning from its own. */
function walk(seed: number) {
  const days = daysOf(seed);
  const travel = travelOf(days);
  const own = noFactors();
  const open = new Map<number, ForecastDay[]>();
  const over: { one: ForecastDay; actual: DayExtremes; since: number; travel: Travel }[] = [];
  for (let n = 6; n < DAYS; n++) {
    const actual = days[n - 1]!;
    for (const one of open.get(actual.day) ?? []) {
      over.push({ one, actual, since: one.day - one.lead - FIRST, travel });
      teach(
        { forecast: one, actual, extremes: days, slope: SLOPE, travel: null, changed: null },
        own,
        noLessons(),
      );
    }
    for (const one of forecastDays({
      today: FIRST + n,
      extremes: days.slice(0, n),
      weather: new Map(),
      prior: { slope: SLOPE, error: 0.5 },
      travel,
      own,
      latitude: 47,
      change: null,
      ...nothingLearnt(),
    }))
      open.set(one.day, [...(open.get(one.day) ?? []), one]);
  }
  return over;
}

const walked = [3, 5, 8, 13, 21, 34, 55, 89].flatMap(walk);
const shareOf = (some: typeof walked) => {
  const inside = some.flatMap(({ one, actual }) =>
    (['low', 'high'] as const).map((e) => actual[e] >= one[e].p05 && actual[e] <= one[e].p95),
  );
  return inside.filter(Boolean).length / inside.length;
};

it.each(Array.from({ length: LEADS }, (_, i) => i + 1))(
  'holds what it promises without weather, %i days ahead, narrower than yesterday repeated',
  (lead) => {
    const some = walked.filter(({ one }) => one.lead === lead);
    expect(some.every(({ one }) => one.basis === 'climate')).toBe(true);
    expect(shareOf(some)).toBeGreaterThan(0.88);
    expect(shareOf(some)).toBeLessThan(0.92);
    const width = some.reduce((sum, { one }) => sum + one.high.p95 - one.high.p05, 0) / some.length;
    const strokes = new Map(walked.map(({ one, actual }) => [one.day, actual.high]));
    const errors = some
      .flatMap(({ one, actual }) => Math.abs(actual.high - (strokes.get(one.day - lead - 1) ?? Number.NaN)))
      .filter((off) => !Number.isNaN(off))
      .sort((a, b) => a - b);
    expect(width).toBeLessThan(2 * errors[Math.floor(0.9 * errors.length)]!);
  },
);

it('holds it in the first weeks, and follows the course of the year', () => {
  const first = walked.filter(({ since }) => since < 28);
  expect(shareOf(first)).toBeGreaterThan(0.86);
  const spring = walked.filter(({ one }) => one.lead === 7 && Math.abs((one.day % 365.25) - 110) < 40);
  const off =
    spring.reduce((sum, { one, actual }) => sum + (one.low.p50 - actual.low) / SLOPE, 0) / spring.length;
  // Days a week ahead in spring are some 3 °C warmer than those of the last month.
  expect(Math.abs(off)).toBeLessThan(1.5);
});

it.each([
  ['a day', 1, 1],
  ['two to seven days', 2, 7],
] as const)('states of chances above 40 %% what comes, %s ahead', (_, from, to) => {
  const high = walked
    .filter(({ one }) => one.lead >= from && one.lead <= to)
    .flatMap(({ one, actual, travel }) =>
      (['hot', 'cold'] as const).map((side) => ({
        stated: one.margin![side],
        came: marginReached(travel, actual, (side === 'hot') === SLOPE > 0) ? 1 : 0,
      })),
    )
    .filter(({ stated }) => stated > 0.4);
  const off = high.reduce((sum, { stated, came }) => sum + came - stated, 0) / high.length;
  expect(high.length).toBeGreaterThan(50);
  expect(Math.abs(off)).toBeLessThan(0.06);
});

it('leaves nearly certain chances without weather as they are, and draws in the middle the further ahead', () => {
  const { seasonCalibration } = nothingLearnt();
  for (let lead = 1; lead <= LEADS; lead++) {
    const stated = Array.from({ length: 999 }, (_, i) =>
      calibrateSeason(seasonCalibration, lead, (i + 1) / 1000),
    );
    expect(stated).toEqual([...stated].sort((a, b) => a - b));
    expect(calibrateSeason(seasonCalibration, lead, 0.998)).toBeGreaterThan(0.95);
  }
  expect(calibrateSeason(seasonCalibration, 7, 0.8)).toBeLessThan(0.45);
  expect(calibrateSeason(seasonCalibration, 1, 0.05)).toBeCloseTo(0.05, 1);
});

it('says nothing of an AERO of fewer than five days', () => {
  const days = daysOf(3).slice(0, 4);
  const none = forecastDays({
    today: FIRST + 4,
    extremes: days,
    weather: new Map(),
    prior: { slope: SLOPE, error: 0.5 },
    travel: null,
    own: noFactors(),
    latitude: null,
    change: null,
    ...nothingLearnt(),
  });
  expect(none).toEqual([]);
});

it('draws a forecast by weather to the season of its own day, not to that of the last weeks', () => {
  const today = Math.ceil(FIRST / 365.25) * 365.25 + 110;
  const airOf = (day: number) => 12 - 8 * Math.cos((2 * Math.PI * (day - 20)) / 365.25);
  const first = Math.floor(today) - 60;
  const days = Array.from({ length: 68 }, (_, i) => first + i);
  const skies = days.map((day) => {
    const [hot, cold] = [airOf(day) + 5, airOf(day) - 5];
    return { day, hot, hotSun: 0, cold, coldSun: 0, airMin: cold, airMax: hot };
  });
  const strokeAt = (air: number) => 500 + SLOPE * (air - 12);
  const half = nothingLearnt();
  const week = forecastDays({
    today: first + 60,
    extremes: skies.slice(0, 60).map(({ day, hot, cold }) => {
      return { day, low: strokeAt(hot), high: strokeAt(cold), coldest: cold, warmest: hot };
    }),
    weather: new Map(skies.map((sky) => [sky.day, sky])),
    prior: { slope: SLOPE, error: 0.5 },
    travel: null,
    own: noFactors(),
    latitude: 47,
    change: null,
    ...half,
    pulls: half.pulls.map(() => 0.5),
  });
  // Half of a departure is believed; days a week ahead are 2 °C warmer than the mean of the last three weeks.
  const last = week.at(-1)!;
  expect(last.basis).toBe('weather');
  expect(Math.abs((last.high.p50 - strokeAt(airOf(last.day) - 5)) / SLOPE)).toBeLessThan(0.4);
});
