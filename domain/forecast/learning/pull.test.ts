import { expect, it } from 'vitest';
import { emptyDay, packForecast, unpackForecast } from '../packed-forecast.ts';
import { spreadOf } from '../spread.ts';
import { settledExtremes } from '../standing/travel.ts';
import { noFactors } from './conformal.ts';
import { noLessons } from './lessons.ts';
import { pulledDeparture } from './pull.ts';
import { teach } from './teach.ts';

it('takes its share of a usual departure, and believes in full what is further out, less surely', () => {
  const [pull, slope] = [0.8, -10];
  const usual = pulledDeparture(pull, 30, slope);
  expect(usual).toEqual({ departure: 24, error: 0 });
  // 12 °C beyond what was seen: of the first 4 °C a fifth is not believed.
  const wave = pulledDeparture(pull, -120, slope);
  expect(wave.departure).toBeCloseTo(-112, 9);
  expect(wave.error).toBeCloseTo(16, 9);
  const step = pulledDeparture(pull, 40.01, slope).departure - pulledDeparture(pull, 39.99, slope).departure;
  expect(step).toBeLessThan(0.03);
});

it('counts a ram at its stop whose reading lies a little past the end as at the stop', () => {
  const travel = { stroke: 480, minOffset: 20, maxOffset: 20 };
  expect(settledExtremes({ low: -2, high: 482 }, travel)).toEqual({ low: 0, high: 480 });
  expect(settledExtremes({ low: -30, high: 520 }, travel)).toEqual({ low: -30, high: 520 });
  expect(settledExtremes({ low: -2, high: 482 }, null)).toEqual({ low: -2, high: 482 });
  // The forecast ends at the stop: it was right.
  const bytes = emptyDay();
  const low = { p05: 0, p50: 0, p95: 12 };
  packForecast(bytes, 1, { basis: 'weather', low, high: spreadOf(200, 20, 20), margin: null });
  const own = noFactors();
  teach(
    {
      forecast: { ...unpackForecast(bytes, 1)!, day: 100, lead: 1 },
      actual: { day: 100, low: -2, high: 200, coldest: 0, warmest: 10 },
      extremes: [],
      slope: 8,
      travel,
      changed: null,
    },
    own,
    noLessons(),
  );
  // All four bounds of that lead held, and no other was judged.
  expect([...own].filter((one) => one < 0)).toHaveLength(4);
  expect([...own].some((one) => one > 0)).toBe(false);
});
