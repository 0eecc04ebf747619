/** Temperatures at which the ram reaches its end stops. */

import { DAY } from '../../durations.ts';
import { endStops, marginAt } from '../../physics/end-stop.ts';
import { median, quantile } from '../../physics/statistics.ts';
import { type Finding, found, type NotEvaluable } from '../finding.ts';
import type { DiagnosticContext } from './context.ts';
import { STOP_LIMITS } from './end-stop-limits.ts';
import { isWorkDone } from './slow-changes/work-done.ts';

const SURE = STOP_LIMITS.inside.value;
const BAD = STOP_LIMITS.bad.value;
/** Uncertainty of the temperatures of devices and places, °C. */
const UNSURE = 1.5;
/** mm from the end within which the ram rests on it. */
const LIES = 4;
/** Fewest nights. */
const MIN_NIGHTS = 8;
/** Least share of a free ram's slope: a flatter line comes from nights in which the ram was held or its sensor stuck. */
const FREE_SHARE = 0.6;
/** Nights that give the present position of the ram. */
const NEWEST_NIGHTS = 7;
/** Days from which the effect of the sun is taken. */
const WARM_DAYS = 60;

/** Where the ram reaches its end stops. */
export interface EndStops {
  /** Device temperatures, °C. */
  readonly hot: number;
  readonly cold: number;
  /** Standard error of such a temperature, °C. */
  readonly errorAt: (temperature: number) => number;
  /** °C that sun and trains add on warm days; mm to the nearer stop now. */
  readonly added: number;
  readonly margin: number;
  /** mm by which the ram stands off the line of its nights, and by which wire or gas moved it. */
  readonly off: number;
  readonly crept: number;
  /** mm of the stops, less their margins. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Device temperatures, °C, at which the ram comes within its safety margin of the end stops: cold from the line of the
 * nights, hot from the same line minus what sun and trains add on warm days. Judged against the extremes of the place
 * with the error of the slope, which grows with the distance from the temperatures seen. `hasMoved`: wire or
 * gas, by a finding, or people have moved the ram; the stops move only then.
 * Else why they cannot be told.
 */
export function endStopsOf(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
  hasMoved: boolean,
): EndStops | NotEvaluable {
  const { baseline, travel, input, drive, nights } = context;
  if (travel === null) return 'no_model_stroke';
  if (!baseline || nights.n < MIN_NIGHTS) return drive.n === 0 ? 'no_data' : 'too_few_days';
  const newest = drive.stroke[drive.n - 1]!;
  const atStop = newest < LIES + 2 || newest > travel - LIES - 2;
  if (blind && !atStop) return blind;
  if (Math.abs(baseline.b) < Math.max(0.3, FREE_SHARE * Math.abs(context.slope ?? 0))) return 'does_not_move';
  const { stroke_min_offset: low, stroke_max_offset: high } = input.aero;
  const range = { min: 0, max: travel, minOffset: low ?? 0, maxOffset: high ?? 0 };
  // The line of the nights is without the change: the ram stands off it by what has crept or been drawn in.
  const crept = hasMoved ? creptOf(context) : 0;
  const line = { a: baseline.a + crept, b: baseline.b };
  const at = endStops(line, range);
  if (!at) return 'does_not_move';
  const added = warmthOf(context, crept !== 0);
  const width = context.whole?.width ?? 2;
  const middle = nights.play.reduce((sum, value) => sum + value, 0) / nights.n;
  const off = median([...baseline.residuals.slice(-NEWEST_NIGHTS)]);
  const margin = marginAt(line, range, drive.temperature[drive.n - 1]!, width * Math.abs(baseline.b));
  return {
    // The line is the middle of the loop: a ram that cold draws in lags behind by half of it.
    hot: at.hot - added + width / 2,
    cold: at.cold - width / 2,
    errorAt: (temperature) =>
      Math.hypot(UNSURE, (baseline.errorB / Math.abs(baseline.b)) * (temperature - middle)),
    added,
    margin,
    off,
    crept,
    lower: range.minOffset,
    upper: travel - range.maxOffset,
  };
}

/** The finding on one of the stops: `value`, °C, lies `inside` the extreme of the place by so many. */
export function stopFinding(
  key: 'stop_hot' | 'stop_cold',
  { errorAt, added, margin, off, crept, lower, upper }: EndStops,
  value: number,
  inside: number,
  extreme: number,
): Finding {
  const error = errorAt(value);
  const verdict = inside < SURE * error ? 'good' : inside > SURE * error + BAD ? 'bad' : 'watch';
  return found(
    key,
    value,
    '°C',
    verdict,
    { extreme, error, added, margin, off, crept, lower_stop: lower, upper_stop: upper, source: 'nights' },
    { confidence: verdict === 'good' ? null : Math.min(0.97, 0.85 + 0.02 * (inside - SURE * error)) },
  );
}

/** mm by which wire or gas has moved the ram; a step of the sensor moves the reading and the stops alike. */
function creptOf(context: DiagnosticContext): number {
  const { change } = context;
  if (!change) return 0;
  const moves = change.origin === 'wire' || change.origin === 'gas' || isWorkDone(context, change);
  return moves ? change.stroke : 0;
}

/** °C by which the ram stands further out than the line of the nights in the warmest hours of sunny days. */
function warmthOf({ drive, baseline, nights, now }: DiagnosticContext, moves: boolean): number {
  // For a ram that creeps, each day is compared with the night before.
  const residuals = new Map(
    moves ? Array.from(nights.day, (day, i) => [Math.floor(day), baseline!.residuals[i]!] as const) : [],
  );
  const days = new Map<number, number>();
  for (let i = 0; i < drive.n; i++) {
    const time = drive.time[i]!;
    if (time < now - WARM_DAYS * DAY || drive.light[i]! < 0.4) continue;
    const day = Math.floor(time / DAY);
    const moved = residuals.get(day) ?? residuals.get(day - 1) ?? 0;
    const off = (drive.stroke[i]! - moved - baseline!.a) / baseline!.b - drive.temperature[i]!;
    days.set(day, Math.max(days.get(day) ?? -1e9, off));
  }
  return days.size < 8 ? 3 : Math.min(12, Math.max(0, quantile([...days.values()], 0.8)));
}
