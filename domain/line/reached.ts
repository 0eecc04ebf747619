/** Who comes within a safety margin, or to a stop, at a device temperature: the question of the temperature slider. */
import { freeStrokeAt, marginTemperatures, type Standing } from '../forecast/standing.ts';
import type { Travel } from '../forecast/travel.ts';
import { type End, type Nearness, nearnessOf } from '../physics/nearness.ts';

export interface Reached<T> {
  readonly aero: T;
  readonly nearness: Exclude<Nearness, 'free'>;
  readonly end: End;
  /** Device temperature from which on it does, °C; null when it does at any. */
  readonly from: number | null;
}
export interface ReachedAt<T> {
  /** Those that do, that which does first (at the mildest temperature) first. */
  readonly reached: readonly Reached<T>[];
  /** How many could be computed, and how many not. */
  readonly known: number;
  readonly unknown: number;
}

/** °C that is neither hot nor cold: from here on temperatures are counted. */
const MILD = 15;

/** Of AEROs with their line against temperature and their travel, those that are too far out or in at a temperature (°C). */
export function reachedAt<T extends { readonly model: Standing | null; readonly travel: Travel | null }>(
  aeros: readonly T[],
  temperature: number,
): ReachedAt<T> {
  const reached: Reached<T>[] = [];
  let known = 0;
  for (const aero of aeros) {
    const { model, travel } = aero;
    if (model === null || travel === null) continue;
    known += 1;
    const { nearness, end } = nearnessOf(freeStrokeAt(model, temperature).p50, travel);
    if (nearness === 'free') continue;
    const at = marginTemperatures(model, travel);
    // Which of its two ends it is: heat leads to the upper one, or to the lower where it is mounted the other way.
    const hot = (end === 'high') === model.slope > 0;
    reached.push({ aero, nearness, end, from: at && (hot ? at.hot : at.cold) });
  }
  const mildness = ({ from }: Reached<T>) => (from === null ? 0 : Math.abs(from - MILD));
  reached.sort((a, b) => mildness(a) - mildness(b));
  return { reached, known, unknown: aeros.length - known };
}
