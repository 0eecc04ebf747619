import { type Aero, type BoxRun, type PlainOptions, runPlainBox } from './aero.ts';
import { CLIMATES, type ClimateName } from './climates.ts';
import { type ForecastOptions, makeForecasts as forecastsOf, type Issue } from './forecasts.ts';
import { makeSky, type Sky, type SkyOptions } from './sky.ts';

export { saidErrorC } from './forecasts.ts';
export { LOG_TIMES } from './log.ts';

/** 1 September: a first winter and the next summer are within 420 days. */
const START = Date.UTC(2024, 8, 1);

/**
 * True weather of five places, by the name of their climate.
 * @param options `days` (default 420), `startMs` (UTC ms, default 1 September 2024), `extremeWeek`
 * @returns skies: hourly columns (air °C, global W/m², wind m/s, cloud 0 to 1, fog, snow mm/h)
 */
export function makeSkies(
  seed: number | string,
  options: Partial<Pick<SkyOptions, 'days' | 'startMs' | 'extremeWeek'>> = {},
): Record<ClimateName, Sky> {
  const names = Object.keys(CLIMATES) as ClimateName[];
  const entries = names.map((climate) => [
    climate,
    makeSky({ seed, climate, startMs: options.startMs ?? START, days: options.days ?? 420, ...options }),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Forecasts of a sky as they were issued: one a day at 05:00 UTC, 168 hours, the first value for 06:00.
 * @param options `placeBiasC`, `missing` (share of hours), `wrong` (plus-4, another-place with `elsewhere`,
 *   shift-12h, fahrenheit, cut-off) from a date to a date
 */
export function makeForecasts(sky: Sky, options: ForecastOptions): Issue[] {
  return forecastsOf(sky, options);
}

/**
 * A box with one or two AEROs through the weather of a sky: what it sent (`aeros[i].measures`, columns in the units
 * of docs/devices.md), what the console was told (`aeros[i].card`), and the truth every ten minutes (`truth`).
 * The same options give the same box; an option that is added leaves the other draws as they were.
 */
export function makeBox(options: PlainOptions): BoxRun {
  return runPlainBox(options);
}

/** A box with one AERO: that AERO, and the box around it. */
export function makeAero(options: PlainOptions): Aero & { box: BoxRun } {
  const box = makeBox({ ...options, aeros: 1 });
  return { ...box.aeros[0]!, box };
}
