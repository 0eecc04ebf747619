import { describe, expect, it } from 'vitest';
import { forecastDays } from './forecast-days.ts';
import { leadError } from './lead-error.ts';
import { FIRST_CALIBRATION, FIRST_SEASON_CALIBRATION } from './learning/calibration.ts';
import { learnOwn, noFactors } from './learning/conformal.ts';
import { firstPulls } from './learning/pull.ts';
import type { WeatherDay } from './weather/weather-hours.ts';

const TODAY = 20_000;
const airOf = (day: number) => 15 + 6 * Math.sin(day / 3);
const sky = (day: number, issued?: number): WeatherDay => ({
  day,
  hot: airOf(day) + 5,
  hotSun: 500,
  cold: airOf(day) - 5,
  coldSun: 0,
  airMin: airOf(day) - 5,
  airMax: airOf(day) + 5,
  ...(issued === undefined ? {} : { issued }),
});
const strokeAt = (air: number) => 400 + 11 * (air - 15);
const past = Array.from({ length: 40 }, (_, i) => TODAY - 40 + i);

const extremesOf = (day: number, air: number) => ({
  day,
  low: strokeAt(air - 5),
  high: strokeAt(air + 5),
  coldest: air - 5,
  warmest: air + 5,
});
const untaught = {
  prior: { slope: 11, error: 1 },
  travel: null,
  shared: noFactors(),
  pulls: firstPulls(),
  calibration: FIRST_CALIBRATION,
  seasonCalibration: FIRST_SEASON_CALIBRATION,
  // The weather of these tests has no seasons.
  latitude: 0,
  change: null,
};

function widths(issued?: number): number[] {
  const ahead = Array.from({ length: 7 }, (_, i) => sky(TODAY + 1 + i, issued));
  return forecastDays({
    ...untaught,
    today: TODAY,
    extremes: past.map((day) => extremesOf(day, airOf(day))),
    weather: new Map([...past.map((day) => sky(day)), ...ahead].map((one) => [one.day, one])),
    own: noFactors(),
  }).map(({ high }) => high.p95 - high.p05);
}

it('is the less sure the older its weather is', () => {
  const [fresh, old] = [widths(), widths(TODAY - 3)];
  expect(widths(TODAY)).toEqual(fresh);
  // Tomorrow by weather three days old is as uncertain as the fourth day by today's weather, apart from the
  // remaining residual.
  expect(old[0]! / fresh[3]!).toBeCloseTo(1, 1);
  for (let lead = 0; lead < 7; lead++) expect(old[lead]!).toBeGreaterThan(fresh[lead]! * 1.05);
});

it('holds what it promises by weather that is always a day old, as a file of each morning is', () => {
  let seed = 7;
  const uniform = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const DAYS = 500;
  const came = Array.from({ length: DAYS + 8 }, (_, i) => airOf(i) + 2 * normal());
  const was = (day: number, air: number, issued?: number): WeatherDay => ({
    ...sky(day, issued),
    hot: air + 5,
    cold: air - 5,
  });
  const extremes = came.map((air, day) => extremesOf(day, air));
  const own = noFactors();
  const kept = new Map<number, ReturnType<typeof forecastDays>>();
  const inside = Array.from({ length: 7 }, () => 0);
  const FIRST = 140;
  for (let today = 40; today < DAYS; today++) {
    const weather = new Map<number, WeatherDay>();
    for (let day = today - 40; day < today; day++) weather.set(day, was(day, came[day]!));
    for (let lead = 1; lead <= 7; lead++)
      weather.set(
        today + lead,
        was(today + lead, came[today + lead]! + leadError(lead + 1) * normal(), today - 1),
      );
    kept.set(
      today,
      forecastDays({ ...untaught, today, extremes: extremes.slice(today - 40, today), weather, own }),
    );
    for (let lead = 1; lead <= 7; lead++) {
      const one = kept.get(today - lead)?.find((day) => day.lead === lead);
      if (!one) continue;
      const { high } = extremes[today]!;
      learnOwn(own, { basis: 'weather', lead, extreme: 'high' }, one.high, high);
      if (today >= FIRST && high >= one.high.p05 && high <= one.high.p95) inside[lead - 1]! += 1;
    }
  }
  for (const count of inside) {
    expect(count / (DAYS - FIRST)).toBeGreaterThan(0.86);
    expect(count / (DAYS - FIRST)).toBeLessThan(0.94);
  }
});

describe('weather without a past', () => {
  let seed = 11;
  const uniform = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Days under differing skies: the sun warms the wire above the air, and the thermometer by less. */
  const DAYS = 400;
  const days = Array.from({ length: DAYS + 8 }, (_, day) => {
    const [hot, hotSun] = [airOf(day) + 3 * normal() + 5, 900 * uniform()];
    const cold = hot - 10 - 2 * uniform();
    const extremes = {
      day,
      low: strokeAt(cold),
      high: strokeAt(hot + 0.01 * hotSun),
      coldest: cold,
      warmest: hot + 0.006 * hotSun,
    };
    return { sky: { day, hot, hotSun, cold, coldSun: 0, airMin: cold, airMax: hot }, extremes };
  });
  const forecast = (today: number, knownPast: number) =>
    forecastDays({
      ...untaught,
      today,
      extremes: days.slice(today - 40, today).map((day) => day.extremes),
      weather: new Map(
        days.slice(today - knownPast, today + 8).map(({ sky: one }) => {
          const off = one.day > today ? leadError(one.day - today) * normal() : 0;
          return [one.day, { ...one, hot: one.hot + off, cold: one.cold + off }] as const;
        }),
      ),
      own: noFactors(),
    });
  const width = (one: { high: { p05: number; p95: number } }) => one.high.p95 - one.high.p05;

  it.each([0, 1, 4])(
    'is used at once, after %i days of it, and wider than with a month of it',
    (knownPast) => {
      const [first, month] = [forecast(60, knownPast), forecast(60, 40)];
      expect(first.map(({ basis }) => basis)).toEqual(Array.from({ length: 7 }, () => 'weather'));
      first.forEach((one, i) => {
        expect(width(one)).toBeGreaterThan(width(month[i]!));
      });
    },
  );

  it.each(['low', 'high'] as const)('holds what it promises of the %s', (end) => {
    const share = (knownPast: number) => {
      let [inside, n] = [0, 0];
      for (let today = 50; today < DAYS; today++)
        for (const one of forecast(today, knownPast)) {
          const came = days[one.day]!.extremes[end];
          inside += came >= one[end].p05 && came <= one[end].p95 ? 1 : 0;
          n += 1;
        }
      return inside / n;
    };
    const [first, month] = [share(0), share(40)];
    // Wider: it contains the value at least as often, and not simply everything.
    expect(first).toBeGreaterThan(Math.max(0.88, month - 0.02));
    expect(first).toBeLessThan(0.99);
  });

  it('says nothing by weather of an AERO with no days of its own', () => {
    const none = forecastDays({
      ...untaught,
      today: 60,
      extremes: [],
      weather: new Map(days.slice(61, 68).map(({ sky: one }) => [one.day, one])),
      own: noFactors(),
    });
    expect(none).toEqual([]);
  });
});
