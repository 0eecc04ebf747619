import type { Travel } from '@aerowatch/domain/forecast/standing/travel';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type Nearness, nearnessOf } from '@aerowatch/domain/physics/nearness';

/** The content of a gauge for one AERO; strokes in mm, temperatures in °C. */
export interface GaugeFacts {
  readonly travel: Travel | null;
  readonly now: number | null;
  /** Why there is no `now`; by default nothing was measured. */
  readonly absent?: 'no_measure' | 'measure_loading' | 'measure_failed';
  /** The expected stroke at the current temperature. */
  readonly expected: number | null;
  /** Minimum and maximum of the last 30 days. */
  readonly range: readonly [number, number] | null;
  /** The stroke at the coldest and the hottest temperature of its place. */
  readonly cold: Extreme | null;
  readonly hot: Extreme | null;
  /** Some data is still loading. */
  readonly waiting?: boolean;
  /** Why it cannot be told where it will be. */
  readonly unavailable: Unavailable | null;
}
export interface Extreme {
  readonly temperature: number;
  readonly stroke: number;
}

export interface GaugeLayout {
  /** The stops, and the ends of the safety margins before them. */
  readonly low: number;
  readonly high: number;
  readonly lowMargin: number;
  readonly highMargin: number;
  readonly cylinder: readonly [number, number];
  readonly now: number | null;
  readonly nearness: Nearness | null;
  readonly expected: number | null;
  readonly range: readonly [number, number] | null;
  readonly cold: Placed | null;
  readonly hot: Placed | null;
}
/** A position on the scale; `beyond` if the stop is reached before it. */
export interface Placed {
  readonly at: number;
  readonly beyond: boolean;
  readonly nearness: Nearness;
}

/** Space beside the stops for positions beyond them, px. */
const SIDE = 26;

/** Positions in px of everything on a gauge of this width; null without a known travel. */
export function layoutOf(facts: GaugeFacts, width: number): GaugeLayout | null {
  const { travel } = facts;
  if (travel === null) return null;
  const body = Math.min(120, Math.max(44, width * 0.14));
  const [low, high] = [body, Math.max(body + 1, width - SIDE)];
  const scale = (high - low) / travel.stroke;
  const x = (stroke: number) => low + stroke * scale;
  // A ram cannot leave its stops; a reading beyond them is drawn slightly outside.
  const inside = (stroke: number) => Math.min(high + SIDE / 2, Math.max(low - SIDE / 2, x(stroke)));
  const placed = (extreme: Extreme | null): Placed | null =>
    extreme && {
      at: Math.min(high, Math.max(low, x(extreme.stroke))),
      beyond: extreme.stroke <= 0 || extreme.stroke >= travel.stroke,
      nearness: nearnessOf(extreme.stroke, travel).nearness,
    };
  return {
    low,
    high,
    lowMargin: x(travel.minOffset),
    highMargin: x(travel.stroke - travel.maxOffset),
    cylinder: [2, low],
    now: facts.now === null ? null : inside(facts.now),
    nearness: facts.now === null ? null : nearnessOf(facts.now, travel).nearness,
    expected: facts.expected === null ? null : inside(facts.expected),
    range: facts.range && [inside(facts.range[0]), inside(facts.range[1])],
    cold: placed(facts.cold),
    hot: placed(facts.hot),
  };
}
