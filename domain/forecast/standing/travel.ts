/** How far an AERO may travel, and the chance that a stroke is within its margins or at its stops. */
import { MODEL_STROKES } from '../../box/box-configuration.ts';
import { chanceBelow, type Quantiles } from '../spread.ts';

/** mm; between the two mechanical stops, with the safety margin before each. */
export interface Travel {
  readonly stroke: number;
  readonly minOffset: number;
  readonly maxOffset: number;
}

/** mm from its end at which a ram rests on it (the diagnoses use the same). */
export const LIES = 4;

/** Travel of an AERO; null for a model whose stroke is unknown. */
export function travelOf(aero: {
  readonly model_type: number;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
}): Travel | null {
  const stroke = MODEL_STROKES[aero.model_type];
  if (stroke === undefined) return null;
  return { stroke, minOffset: aero.stroke_min_offset ?? 0, maxOffset: aero.stroke_max_offset ?? 0 };
}

/** Chances of the lower and of the upper end, 0 to 1. */
export interface Ends {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Probability that a stroke reaches the safety margin of either end; `low` is the distribution of its lowest,
 * `high` that of its highest. Without a margin the end itself counts.
 */
export function marginChances(travel: Travel, low: Quantiles, high: Quantiles): Ends {
  return {
    lower: chanceBelow(low, Math.max(LIES, travel.minOffset)),
    upper: 1 - chanceBelow(high, Math.min(travel.stroke - LIES, travel.stroke - travel.maxOffset)),
  };
}

/** Chance that it rests on either end. */
export function stopChances(travel: Travel, low: Quantiles, high: Quantiles): Ends {
  return { lower: chanceBelow(low, LIES), upper: 1 - chanceBelow(high, travel.stroke - LIES) };
}

/**
 * A day's extremes with a reading some millimetres past an end counted as at it: there the ram rests, and the
 * sensor is not that exact. One further out is left, as it shows a fault.
 */
export function settledExtremes<T extends { readonly low: number; readonly high: number }>(
  day: T,
  travel: Travel | null,
): T {
  if (!travel) return day;
  const { stroke } = travel;
  const settled = (value: number) =>
    value < 0 && value >= -LIES ? 0 : value > stroke && value <= stroke + LIES ? stroke : value;
  return { ...day, low: settled(day.low), high: settled(day.high) };
}

/** Quantiles beyond an end are set to that end: a ram goes no further. */
export function withinTravel(quantiles: Quantiles, travel: Travel | null): Quantiles {
  const most = travel?.stroke ?? Number.POSITIVE_INFINITY;
  const kept = (value: number) => Math.min(most, Math.max(0, value));
  return { p05: kept(quantiles.p05), p50: kept(quantiles.p50), p95: kept(quantiles.p95) };
}
