/** Temperatures at which the ram reaches its end stops. */

import { DAY } from '../../durations.ts';
import { endStops, marginAt } from '../../physics/end-stop.ts';
import { median, quantile } from '../../physics/statistics.ts';
import { type Finding, found, type NotEvaluable, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from './context.ts';
import { isWorkDone } from './slow-changes/work-done.ts';

/** Standard errors by which a stop must lie inside the extremes of the place, and °C beyond those that are bad. */
const SURE = 1.2;
const BAD = 4;
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

/**
 * Device temperatures, °C, at which the ram comes within its safety margin of the end stops: cold from the line of the
 * nights, hot from the same line minus what sun and trains add on warm days. Judged against the extremes of the place
 * with the error of the slope, which grows with the distance from the temperatures seen. `hasMoved`: wire or
 * gas, by a finding, or people have moved the ram; the stops move only then.
 */
export function stops(
  context: DiagnosticContext,
  blind: NotEvaluable | null,
  hasMoved: boolean,
): [Finding, Finding] {
  const { baseline, travel, input, extremes, drive, nights } = context;
  const none = (reason: NotEvaluable): [Finding, Finding] => [
    notEvaluable('stop_hot', '°C', reason),
    notEvaluable('stop_cold', '°C', reason),
  ];
  if (travel === null) return none('no_model_stroke');
  if (!baseline || nights.n < MIN_NIGHTS) return none(drive.n === 0 ? 'no_data' : 'too_few_days');
  const newest = drive.stroke[drive.n - 1]!;
  const atStop = newest < LIES + 2 || newest > travel - LIES - 2;
  if (blind && !atStop) return none(blind);
  if (Math.abs(baseline.b) < Math.max(0.3, FREE_SHARE * Math.abs(context.slope ?? 0)))
    return none('does_not_move');
  const { stroke_min_offset: low, stroke_max_offset: high } = input.aero;
  const range = { min: 0, max: travel, minOffset: low ?? 0, maxOffset: high ?? 0 };
  // The line of the nights is without the change: the ram stands off it by what has crept or been drawn in.
  const crept = hasMoved ? creptOf(context) : 0;
  const line = { a: baseline.a + crept, b: baseline.b };
  const at = endStops(line, range);
  if (!at) return none('does_not_move');
  const added = warmthOf(context, crept !== 0);
  const width = context.whole?.width ?? 2;
  // The line is the middle of the loop: a ram that cold draws in lags behind by half of it.
  const hot = at.hot - added + width / 2;
  const cold = at.cold - width / 2;
  const middle = nights.play.reduce((sum, value) => sum + value, 0) / nights.n;
  const errorAt = (temperature: number) =>
    Math.hypot(UNSURE, (baseline.errorB / Math.abs(baseline.b)) * (temperature - middle));
  const off = median([...baseline.residuals.slice(-NEWEST_NIGHTS)]);
  const margin = marginAt(line, range, drive.temperature[drive.n - 1]!, width * Math.abs(baseline.b));
  const one = (key: 'stop_hot' | 'stop_cold', value: number, inside: number, extreme: number): Finding => {
    const error = errorAt(value);
    const verdict = inside < SURE * error ? 'good' : inside > SURE * error + BAD ? 'bad' : 'watch';
    return found(
      key,
      value,
      '°C',
      verdict,
      {
        extreme,
        error,
        added,
        margin,
        off,
        crept,
        lower_stop: range.minOffset,
        upper_stop: travel - range.maxOffset,
        source: 'nights',
      },
      {
        confidence: verdict === 'good' ? null : Math.min(0.97, 0.85 + 0.02 * (inside - SURE * error)),
      },
    );
  };
  return [
    one('stop_hot', hot, extremes.hot - hot, extremes.hot),
    one('stop_cold', cold, cold - extremes.cold, extremes.cold),
  ];
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
