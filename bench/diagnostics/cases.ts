/** Who is struck by what, when and how hard: drawn by a seed, the same each run. */
import type { BoxDescriptor } from '@aerowatch/simulator/descriptor';
import { FAULTS, type Fault } from '@aerowatch/simulator/faults';
import { generateFleet } from '@aerowatch/simulator/fleet';
import { Draws, keyOf } from '@aerowatch/simulator/prng';
import type { Kind } from './kinds.ts';

export const DAY = 86_400_000;
/** Faults begin on any day of 2025; the year of an AERO without one is that year. */
export const FROM = Date.UTC(2025, 0, 1);
export const DAYS = 365;
/** Different years of weather, so that no year is asked twice too often. */
const WEATHERS = 8;
/** Days of an AERO's year before its fault: all that a diagnosis looks back on. */
const BEFORE = 90;

/** One AERO's year. */
export interface Case {
  readonly box: BoxDescriptor;
  /** Which of the box's AEROs. */
  readonly aero: number;
  readonly weatherSeed: number;
  readonly fault: Fault | null;
  /** First moment of its year, ms (a UTC midnight). */
  readonly from: number;
}

/** `count` AEROs, each of another box of the simulator's fleet; sound ones where `kind` is null. */
export function casesOf(kind: Kind | null, count: number, seed: number): Case[] {
  const name = kind?.name ?? 'sound';
  // A state that the truth says does no harm is no fault: others take its place.
  const boxes = kind?.isSo ? count * 3 : count;
  const fleet = generateFleet({ boxes, seed: keyOf('diagnosed', seed, name), prefix: 'DX' });
  return fleet
    .map((box, index) => caseOf(kind, box, seed, new Draws(keyOf('case', seed, name, index))))
    .filter((one) => kind?.isSo?.(one) ?? true)
    .slice(0, count);
}

function caseOf(kind: Kind | null, box: BoxDescriptor, seed: number, draws: Draws): Case {
  const aero = draws.integer(0, box.aeros.length - 1);
  const begins = FROM + draws.uniform(0, DAYS) * DAY;
  const weatherSeed = seed * 100 + (box.index % WEATHERS);
  if (kind === null) return { box, aero, weatherSeed, fault: null, from: FROM };
  const from = Math.floor(begins / DAY) * DAY - (kind.fromStart ? 0 : BEFORE * DAY);
  const fault = {
    name: kind.fault,
    serial: box.serial_number,
    ...(FAULTS[kind.fault].scope === 'box' ? {} : { aero: box.aeros[aero]!.position }),
    start: kind.fromStart ? from - 30 * DAY : Math.floor(begins / 1000) * 1000,
    rate: kind.draw(draws),
    ...(kind.mode === undefined ? {} : { mode: kind.mode }),
  };
  return { box, aero, weatherSeed, fault, from };
}
