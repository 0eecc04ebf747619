/**
 * Finds the AEROs within a safety margin, or at a stop, at a device temperature, for the temperature slider.
 */
import { AT_RISK } from '../forecast/basis.ts';
import type { Quantiles } from '../forecast/spread.ts';
import { freeStrokeAt, marginTemperatures, type Standing } from '../forecast/standing/standing.ts';
import { marginChances, type Travel } from '../forecast/standing/travel.ts';
import { type End, type Nearness, nearnessOf } from '../physics/nearness.ts';

export interface StopCandidate<T> {
  readonly aero: T;
  readonly nearness: Exclude<Nearness, 'free'>;
  readonly end: End;
  /** Device temperature from which it is, °C; null when it is at any. */
  readonly from: number | null;
}
export interface ReachedAt<T> {
  /** AEROs that reach it, ordered by temperature, the mildest first. */
  readonly reached: readonly StopCandidate<T>[];
  /**
   * AEROs that probably do not reach it, but do in one case of five or more, so that they cannot be called
   * free. In the same order.
   */
  readonly possible: readonly StopCandidate<T>[];
  /** How many AEROs could be computed, and how many not. */
  readonly known: number;
  readonly unknown: number;
}

/** Mild temperature in °C from which distances to hot and cold are measured. */
const MILD = 15;

/**
 * The AEROs, each with its line against temperature and its travel, that are too far out or in at a
 * temperature (°C).
 */
export function reachedAt<T extends { readonly model: Standing | null; readonly travel: Travel | null }>(
  aeros: readonly T[],
  temperature: number,
): ReachedAt<T> {
  const reached: StopCandidate<T>[] = [];
  const possible: StopCandidate<T>[] = [];
  let known = 0;
  for (const aero of aeros) {
    const { model, travel } = aero;
    if (model === null || travel === null) continue;
    known += 1;
    const free = freeStrokeAt(model, temperature);
    const { nearness, end } = endOf(free, travel);
    if (nearness === 'free') continue;
    const sure = nearnessOf(free.p50, travel).nearness !== 'free';
    const at = marginTemperatures(model, travel);
    // Which end it is: heat leads to the upper one, or to the lower one where it is mounted the other way
    // round.
    const hot = (end === 'high') === model.slope > 0;
    (sure ? reached : possible).push({ aero, nearness, end, from: at && (hot ? at.hot : at.cold) });
  }
  const mildness = ({ from }: StopCandidate<T>) => (from === null ? 0 : Math.abs(from - MILD));
  for (const list of [reached, possible]) list.sort((a, b) => mildness(a) - mildness(b));
  return { reached, possible, known, unknown: aeros.length - known };
}

/**
 * The state at the median of a stroke; instead of free, the margin that it may reach, at the likelier end.
 */
function endOf(free: Quantiles, travel: Travel): ReturnType<typeof nearnessOf> {
  const middle = nearnessOf(free.p50, travel);
  if (middle.nearness !== 'free') return middle;
  const { lower, upper } = marginChances(travel, free, free);
  if (Math.max(lower, upper) < AT_RISK) return middle;
  return { nearness: 'margin', end: lower > upper ? 'low' : 'high' };
}

/** mm from a stroke to the nearer of the two stops; never below 0. */
export const reserveOf = (stroke: number, travel: Travel): number =>
  Math.max(0, Math.min(stroke, travel.stroke - stroke));

/**
 * Device temperature (°C) at which an AERO first reaches a safety margin, in heat or in cold, whichever is
 * nearer to `now`. Null without a slope that moves it.
 */
export function firstAt(model: Standing, travel: Travel, now: number): number | null {
  const at = marginTemperatures(model, travel);
  if (at === null) return null;
  return Math.abs(at.hot - now) <= Math.abs(at.cold - now) ? at.hot : at.cold;
}
