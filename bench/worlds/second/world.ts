import { type BoxRun, type PlainOptions, runPlainBox } from './aero.ts';
import { CLIMATES, type ClimateName } from './climates.ts';
import type { FaultOptions, FaultTruth } from './fault-kinds.ts';
import { makeFault } from './faults.ts';
import { type ForecastOptions, makeForecasts as forecastsOf, type Issue } from './forecasts.ts';
import {
  type LookalikeOptions,
  type LookalikeTruth,
  makeAbsence,
  makeLookalike,
  makeVisit,
  type Visit,
} from './lookalikes.ts';
import { makeSky, type Sky, type SkyOptions } from './sky.ts';

export { FAULT_KINDS } from './fault-kinds.ts';
export { saidErrorC } from './forecasts.ts';
export { LOG_TIMES } from './log.ts';
export { LOOKALIKE_KINDS } from './lookalikes.ts';

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

/** A box and what befalls it. */
export interface WorldOptions extends PlainOptions {
  faults?: readonly FaultOptions[];
  lookalikes?: readonly LookalikeOptions[];
  visits?: readonly Visit[];
}

/** What somebody did at an AERO. The console is told of those with a new baseline alone. */
export interface WorldEvent {
  ms: number;
  aero: 0 | 1;
  kind: 'commissioning' | 'repair' | 'visit';
  newBaseline: boolean;
}

export interface WorldBox extends BoxRun {
  faults: FaultTruth[];
  lookalikes: LookalikeTruth[];
  events: WorldEvent[];
}

/** Everything that was done at the AEROs, in order. */
function listEvents(options: WorldOptions, faults: readonly FaultTruth[]): WorldEvent[] {
  const { sky, visits = [], aeros = 1 } = options;
  const all = ([0, 1] as const).slice(0, aeros);
  const commissioned = all.map((aero) => ({
    ms: sky.startMs,
    aero,
    kind: 'commissioning' as const,
    newBaseline: true,
  }));
  const repaired = faults.flatMap(({ repairedMs, scope, aero = 0, newBaseline = true }) =>
    repairedMs === undefined
      ? []
      : (scope === 'box' ? all : [aero]).map((one) => ({
          ms: repairedMs,
          aero: one,
          kind: 'repair' as const,
          newBaseline,
        })),
  );
  const visited = visits.map(({ atMs, aero = 0, newBaseline = false }) => ({
    ms: atMs,
    aero,
    kind: 'visit' as const,
    newBaseline,
  }));
  return [...commissioned, ...repaired, ...visited].sort((one, other) => one.ms - other.ms);
}

/** Length that was typed of each AERO, as a multiple of the real one. */
function typedLengths(faults: readonly FaultTruth[]): number[] {
  return [0, 1].map(
    (index) => faults.find(({ kind, aero = 0 }) => kind === 'wrong-length' && aero === index)?.amount ?? 1,
  );
}

/**
 * A box with one or two AEROs through the weather of a sky: what it sent (`aeros[i].measures`, columns in the units
 * of docs/devices.md), what the console was told (`aeros[i].card`, `events` with a new baseline), and the truth
 * (`truth` and `aeros[i].truth` every ten minutes, `faults`, `lookalikes`).
 * The same options give the same box. The same options without a fault are its sound twin: the same weather, device
 * and sensors; the noise of its samples is the same too, until a fault or a repair takes a sample away.
 */
export function makeBox(options: WorldOptions): WorldBox {
  const seed = `${options.seed}/${options.sky.seed}`;
  const faults = (options.faults ?? []).map((one) => makeFault(one, seed, options.sky.startMs));
  const lookalikes = (options.lookalikes ?? []).map((one) => makeLookalike(one, options));
  const truths = faults.map(({ truth }) => truth);
  const events = listEvents(options, truths);
  const works = events.filter(({ kind }) => kind !== 'commissioning');
  const run = runPlainBox({
    ...options,
    ...Object.assign({}, ...lookalikes.map((one) => one.options)),
    typedLength: typedLengths(truths),
    changes: [
      ...(options.changes ?? []),
      ...[...faults, ...lookalikes].map(({ change }) => change),
      ...(options.visits ?? []).map((visit) => makeVisit(visit, seed)),
      ...works.map(({ ms }) => makeAbsence(ms)),
    ],
  });
  return { ...run, faults: truths, lookalikes: lookalikes.map(({ truth }) => truth), events };
}

/** A box with one AERO: that AERO, and the box around it. */
export function makeAero(options: WorldOptions): WorldBox['aeros'][number] & { box: WorldBox } {
  const box = makeBox({ ...options, aeros: 1 });
  return { ...box.aeros[0]!, box };
}
