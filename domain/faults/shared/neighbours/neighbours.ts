/** Measures of the boxes around an AERO: they share weather and season, but not faults. */

import { DAY } from '../../../durations.ts';
import { expectedStroke } from '../../../physics/expected-stroke.ts';
import { absolutePressure, KELVIN } from '../../../physics/gas.ts';
import { huberLine, median } from '../../../physics/statistics.ts';
import type { NeighbourDay } from '../context.ts';

/**
 * Daily figures of an AERO nearby, arrays of the length of `day`; metric units, null where nothing was
 * measured.
 */
export interface DailyFigures {
  /** Days (UTC) since 1970, ascending. */
  readonly day: ArrayLike<number>;
  readonly temperature_min: readonly (number | null)[];
  readonly temperature_mean: readonly (number | null)[];
  readonly temperature_max: readonly (number | null)[];
  readonly stroke_mean: readonly (number | null)[];
  readonly pressure_mean: readonly (number | null)[];
  readonly solar_mean: readonly (number | null)[];
  readonly charge_mean: readonly (number | null)[];
  readonly battery_min: readonly (number | null)[];
}

/** Figures that are combined by their median. */
const FIGURES = [
  'temperature_min',
  'temperature_mean',
  'temperature_max',
  'residual',
  'gas',
  'panel',
  'charge',
  'battery_min',
] as const satisfies readonly (keyof NeighbourDay)[];
type Figures = Readonly<Record<(typeof FIGURES)[number], readonly (number | null)[]>>;
/** One AERO's figures, made comparable with those of others; computed once and used for all its neighbours. */
export interface Neighbour extends Figures {
  readonly day: ArrayLike<number>;
}

/** Fewest days for an AERO's own line or level. */
const MIN_DAYS = 10;
/** mm/°C below which a ram does not follow the temperature. */
const FOLLOWS = 0.5;

/** Strokes as °C off the AERO's own line, gas and light as shares of its own median. */
export function neighbourOf(daily: DailyFigures): Neighbour {
  const { day, temperature_min, temperature_mean, temperature_max, battery_min } = daily;
  return {
    day,
    temperature_min,
    temperature_mean,
    temperature_max,
    battery_min,
    residual: residuals(daily),
    gas: shares(
      daily.pressure_mean.map((pressure, i) => {
        const temperature = temperature_mean[i];
        return pressure === null || temperature == null
          ? null
          : absolutePressure(pressure) / (temperature + KELVIN);
      }),
    ),
    panel: shares(daily.solar_mean),
    charge: shares(daily.charge_mean),
  };
}

function residuals({ stroke_mean, temperature_mean }: DailyFigures): (number | null)[] {
  const both = stroke_mean.flatMap((stroke, i) => {
    const temperature = temperature_mean[i];
    return stroke === null || temperature == null ? [] : [{ stroke, temperature }];
  });
  const line =
    both.length < MIN_DAYS
      ? null
      : huberLine(
          both.map(({ temperature }) => temperature),
          both.map(({ stroke }) => stroke),
        );
  if (line === null || Math.abs(line.b) < FOLLOWS) return stroke_mean.map(() => null);
  return stroke_mean.map((stroke, i) => {
    const temperature = temperature_mean[i];
    return stroke === null || temperature == null
      ? null
      : (stroke - expectedStroke(line, temperature)) / line.b;
  });
}

function shares(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const usual = known.length < MIN_DAYS ? 0 : median(known);
  return values.map((value) => (value === null || usual <= 0 ? null : value / usual));
}

/** Medians by day over these AEROs, ascending; null where none of them has a figure. */
export function neighbourDays(neighbours: readonly Neighbour[]): NeighbourDay[] {
  const byDay = new Map<number, { neighbour: Neighbour; at: number }[]>();
  for (const neighbour of neighbours)
    for (let at = 0; at < neighbour.day.length; at++) {
      const day = neighbour.day[at]!;
      const list = byDay.get(day);
      if (list) list.push({ neighbour, at });
      else byDay.set(day, [{ neighbour, at }]);
    }
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, list]) => {
      const figures = FIGURES.map((key) => {
        const values = list.flatMap(({ neighbour, at }) => neighbour[key][at] ?? []);
        return [key, values.length === 0 ? null : median(values)];
      });
      return { start: day * DAY, aeros: list.length, ...Object.fromEntries(figures) } as NeighbourDay;
    });
}
