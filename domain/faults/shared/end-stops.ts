/** Temperatures at which the ram reaches its end stops. */

import { DAY } from '../../durations.ts';
import {
  freeStrokeAt,
  marginTemperatures,
  type Standing,
  standingError,
  standingOf,
} from '../../forecast/standing/standing.ts';
import { warmthAt } from '../../forecast/standing/warmth.ts';
import { median } from '../../physics/statistics.ts';
import { type Finding, makeFinding, type NotEvaluable } from '../finding.ts';
import type { DiagnosticContext } from './context.ts';
import { STOP_LIMITS } from './end-stop-limits.ts';
import type { Baseline, Change } from './slow-changes/changes.ts';
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
  /** mm by which the ram is off the line of its nights, and mm by which wire or gas moved it. */
  readonly off: number;
  readonly crept: number;
  /** mm of the stops, minus their margins. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Device temperatures, °C, at which the ram comes within its safety margin of the end stops, by the same
 * model of the position at a temperature that the slider and the line use (`domain/forecast/standing/standing`). They
 * are compared with the extremes of the place, with the model's error there. `hasMoved`: wire or gas, by a
 * finding, or people have moved the ram; earlier hours are then shifted to its present position. Otherwise
 * the reason why they are unknown.
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
  const { stroke_min_offset, stroke_max_offset } = input.aero;
  const range = { stroke: travel, minOffset: stroke_min_offset ?? 0, maxOffset: stroke_max_offset ?? 0 };
  const crept = hasMoved ? creptOf(context) : 0;
  const standing = standingNow(context, crept, baseline);
  const at = marginTemperatures(standing, range);
  if (!at) return 'does_not_move';
  const added = standing.warmth ? warmthAt(standing.warmth, at.hot).added : 0;
  const off = median([...baseline.residuals.slice(-NEWEST_NIGHTS)]);
  const { p50 } = freeStrokeAt(standing, drive.temperature[drive.n - 1]!);
  const margin = Math.min(travel - range.maxOffset - p50, p50 - range.minOffset);
  return {
    ...at,
    errorAt: (temperature) =>
      Math.hypot(UNSURE, standingError(standing, temperature) / Math.abs(standing.slope)),
    added,
    margin,
    off,
    crept,
    lower: range.minOffset,
    upper: travel - range.maxOffset,
  };
}

/** The finding on one of the stops: `value`, °C, is `inside` the extreme of the place by this many. */
export function stopFinding(
  key: 'stop_hot' | 'stop_cold',
  { errorAt, added, margin, off, crept, lower, upper }: EndStops,
  value: number,
  inside: number,
  extreme: number,
): Finding {
  const error = errorAt(value);
  const verdict = inside < SURE * error ? 'good' : inside > SURE * error + BAD ? 'bad' : 'watch';
  return makeFinding(
    key,
    value,
    '°C',
    verdict,
    { extreme, error, added, margin, off, crept, lower_stop: lower, upper_stop: upper, source: 'nights' },
    { confidence: verdict === 'good' ? null : Math.min(0.97, 0.85 + 0.02 * (inside - SURE * error)) },
  );
}

/** mm by which wire or gas moved the ram, without steps of the sensor, which move reading and stops alike. */
function creptOf(context: DiagnosticContext): number {
  const { change } = context;
  if (!change) return 0;
  const moves = change.origin === 'wire' || change.origin === 'gas' || isWorkDone(context, change);
  return moves ? change.stroke : 0;
}

/**
 * The model of its position, from hours shifted to where the ram is now; from the line of the nights if there
 * is no model.
 */
function standingNow(context: DiagnosticContext, crept: number, baseline: Baseline): Standing {
  const { change, travel, theorySlope, input, days } = context;
  const place = { latitude: input.latitude, longitude: input.longitude ?? null };
  const hours = days.flatMap((day) => day.hours);
  // A ram on its end stop does not move whatever the temperature.
  const free = hours.filter(({ stroke }) => stroke > LIES + 1 && stroke < travel! - LIES - 1);
  const moved = free.map(({ time, temperature, stroke }) => ({
    time,
    temperature,
    stroke: stroke + (change && crept !== 0 ? movedSince(change, time / DAY) : 0),
  }));
  const standing = standingOf(moved, theorySlope, null, place);
  if (typeof standing !== 'string') return standing;
  const middle = context.nights.play.reduce((sum, value) => sum + value, 0) / context.nights.n;
  return {
    level: baseline.a + crept + baseline.b * middle,
    at: middle,
    slope: baseline.b,
    levelError: baseline.deviation,
    slopeError: baseline.errorB,
    below: baseline.deviation,
    above: baseline.deviation,
    coldest: middle,
    warmest: middle,
  };
}

/** mm by which a change has moved the ram from a day (since 1970) until now. */
function movedSince({ shape, since, stroke, lasts }: Change, day: number): number {
  if (day < since) return stroke;
  return shape === 'ramp' && lasts > 0 ? stroke * Math.max(0, 1 - (day - since) / lasts) : 0;
}
