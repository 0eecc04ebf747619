/** A cell of the bench, as passed to a worker: its AEROs follow from the seed. */
import type { ClimateName } from '@aerowatch/simulator/weather/climate';
import type { Case } from '../diagnostics/case.ts';
import { casesOf } from '../diagnostics/cases.ts';
import { KINDS } from '../diagnostics/kinds.ts';
import type { Interval } from '../diagnostics/world.ts';
import { prepare } from './aero.ts';
import { type CellResult, runCell } from './cell.ts';

export interface Task {
  readonly climate: ClimateName;
  readonly interval: Interval;
  /** Sound boxes of each climate, and whether it includes AEROs with faults. */
  readonly boxes: number;
  readonly faults: boolean;
  readonly seed: number;
  readonly cache?: string | undefined;
}

/** Faults that prevent a forecast, and faults with which one is still given. */
const FAULTS: readonly string[] = ['seized', 'stuck-sensor', 'leak', 'friction', 'creep'];

export function perform({ climate, interval, boxes, faults, seed, cache }: Task): CellResult {
  const sound = casesOf(null, interval, boxes * 5, seed).filter((one) => one.climate === climate);
  const prepared = (one: Case) => ({ ...prepare(one, cache), weather: one.weatherSeed });
  // Only one of each box: two share their weather, and add little information.
  const aeros = sound.map(prepared);
  if (faults)
    for (const kind of KINDS.filter(({ fault }) => FAULTS.includes(fault)).slice(0, 5)) {
      const [one] = casesOf(kind, interval, 5, seed).filter((other) => other.climate === climate);
      if (one) aeros.push(prepared(one));
    }
  return runCell(aeros);
}
