import { expect, it } from 'vitest';
import { FIRST_CALIBRATION } from './calibration.ts';
import { noFactors } from './conformal.ts';
import { forecastDays } from './forecast-days.ts';
import { firstPulls } from './pull.ts';
import type { WeatherDay } from './weather-hours.ts';

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

function widths(issued?: number): number[] {
  const ahead = Array.from({ length: 7 }, (_, i) => sky(TODAY + 1 + i, issued));
  return forecastDays({
    today: TODAY,
    extremes: past.map((day) => ({
      day,
      low: strokeAt(airOf(day) - 5),
      high: strokeAt(airOf(day) + 5),
      coldest: airOf(day) - 5,
      warmest: airOf(day) + 5,
    })),
    weather: new Map([...past.map((day) => sky(day)), ...ahead].map((one) => [one.day, one])),
    prior: { slope: 11, error: 1 },
    travel: null,
    shared: noFactors(),
    pulls: firstPulls(),
    calibration: FIRST_CALIBRATION,
    own: noFactors(),
  }).map(({ high }) => high.p95 - high.p05);
}

it('is the less sure the older its weather is', () => {
  const [fresh, old] = [widths(), widths(TODAY - 3)];
  expect(widths(TODAY)).toEqual(fresh);
  // Tomorrow by weather of three days ago is as unsure as in four days by weather of today, but for what is left of a rest.
  expect(old[0]! / fresh[3]!).toBeCloseTo(1, 1);
  for (let lead = 0; lead < 7; lead++) expect(old[lead]!).toBeGreaterThan(fresh[lead]! * 1.05);
});
