import { expect, it } from 'vitest';
import { LEADS } from './basis.ts';
import type { DayExtremes } from './extremes.ts';
import { type ForecastDay, forecastDays } from './forecast-days.ts';
import { noFactors } from './learning/conformal.ts';
import { nothingLearnt } from './learning/learnt.ts';
import { learnFrom, noLessons } from './learning/lessons.ts';
import { teach } from './learning/teach.ts';
import type { WeatherDay } from './weather/weather-hours.ts';

const [FIRST, DAYS, SKIES] = [20_000, 420, 24];
const SLOPE = -8;
/** Day on which a wave begins. */
const WAVE = 120;
/** Share of days on which the margin is reached, and of forecasts that are the hottest. */
const [REACHED, HOTTEST] = [0.03, 0.02];

function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Hottest air of each day: a year's course and weather that lasts for days, °C. */
function airOf(normal: () => number): number[] {
  let weather = 3.6 * normal();
  return Array.from({ length: DAYS + LEADS + 1 }, (_, i) => {
    weather = 0.72 * weather + Math.sqrt(1 - 0.72 ** 2) * 3.6 * normal();
    return 17 - 9 * Math.cos((2 * Math.PI * (FIRST + i - 20)) / 365.25) + weather;
  });
}

const skyOf = (day: number, hot: number): WeatherDay => ({
  day,
  hot,
  hotSun: 0,
  cold: hot - 10,
  coldSun: 0,
  airMin: hot - 10,
  airMax: hot,
});
const strokeAt = (air: number) => 500 + SLOPE * (air - 17);

/** The share of `list` at or below which a value is. */
const at = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.floor(share * list.length)]!;

interface Walked {
  readonly days: readonly DayExtremes[];
  readonly minOffset: number;
  readonly made: readonly ForecastDay[];
}

/** What is told on a day errs as a single run does, more from day to day, and is alike from day to day. */
function tell(
  weather: Map<number, WeatherDay>,
  air: readonly number[],
  n: number,
  normal: () => number,
): void {
  let alike = normal();
  for (let lead = 0; lead <= LEADS; lead++) {
    alike = 0.5 * alike + Math.sqrt(0.75) * normal();
    weather.set(FIRST + n + lead, skyOf(FIRST + n + lead, air[n + lead]! + (1.1 + 0.3 * lead) * alike));
  }
}

/** Forecasts of an AERO on each day up to `last`, with a wave of a week from `WAVE` on, in °C. */
function walk(seed: number, last: number, wave: number): Walked {
  const normal = normals(seed);
  const air = airOf(normal).map((one, i) => one + (i >= WAVE && i < WAVE + 7 ? wave : 0));
  const days = air.map((hot, i): DayExtremes => {
    const [warm, cool] = [hot + 0.7 * normal(), hot - 10 + 0.7 * normal()];
    return { day: FIRST + i, low: strokeAt(warm), high: strokeAt(cool), coldest: cool, warmest: warm };
  });
  const minOffset = at(
    days.map(({ low }) => low),
    REACHED,
  );
  const travel = { stroke: 1000, minOffset, maxOffset: 20 };
  const weather = new Map<number, WeatherDay>();
  const own = noFactors();
  const made: ForecastDay[] = [];
  let learnt = nothingLearnt();
  for (let n = 8; n < last; n++) {
    tell(weather, air, n, normal);
    const actual = days[n - 1]!;
    const lessons = noLessons();
    for (const forecast of made.filter(({ day }) => day === actual.day))
      teach({ forecast, actual, extremes: days, slope: SLOPE, travel, changed: null }, own, lessons);
    learnt = learnFrom(learnt, lessons, 1);
    const extremes = days.slice(Math.max(0, n - 130), n);
    const prior = { slope: SLOPE, error: 0.5 };
    const place = { today: FIRST + n, latitude: 47, change: null, travel };
    made.push(...forecastDays({ ...place, extremes, weather, prior, own, ...learnt }));
  }
  return { days, minOffset, made };
}

/** Chances of heat on the days of a sky whose forecasts are its hottest, and whether the margin was reached. */
function hottestOf(seed: number): { lead: number; stated: number; came: boolean }[] {
  const { days, minOffset, made } = walk(seed, DAYS, 0);
  const limit = at(
    made.map(({ temperature }) => temperature!.max),
    1 - HOTTEST,
  );
  return made
    .filter(({ day, temperature }) => temperature!.max >= limit && day < FIRST + DAYS)
    .map(({ lead, day, margin }) => ({
      lead,
      stated: margin!.hot,
      came: days[day - FIRST]!.low <= minOffset,
    }));
}

const hottest = Array.from({ length: SKIES }, (_, i) => hottestOf(101 + 7 * i)).flat();

it.each([
  ['1 and 2', 1, 2],
  ['3 to 5', 3, 5],
] as const)('states on the hottest days, %s days ahead, what comes', (_, from, to) => {
  const some = hottest.filter(({ lead }) => lead >= from && lead <= to);
  const mean = (of: (one: (typeof some)[number]) => number) =>
    some.reduce((sum, one) => sum + of(one), 0) / some.length;
  expect(some.length).toBeGreaterThan(200);
  expect(Math.abs(mean(({ stated, came }) => (came ? 1 : 0) - stated))).toBeLessThan(0.04);
});

it.each([12, -12])('holds four days of five of a week of %i °C, three to five days ahead', (wave) => {
  const held = Array.from({ length: 12 }, (_, i) => walk(501 + 7 * i, WAVE + 7, wave)).flatMap(
    ({ days, made }) =>
      made
        .filter(({ lead, day }) => lead >= 3 && lead <= 5 && day >= FIRST + WAVE && day < FIRST + WAVE + 7)
        .flatMap(({ day, low, high }) => {
          const actual = days[day - FIRST]!;
          return [
            actual.low >= low.p05 && actual.low <= low.p95,
            actual.high >= high.p05 && actual.high <= high.p95,
          ];
        }),
  );
  expect(held.length).toBeGreaterThan(400);
  expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.8);
});
