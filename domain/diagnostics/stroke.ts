/** Findings on the ram: does it follow the temperature, where does it stand, how much does it rub. */
import { daysUntilStop, endStops, marginAt } from '../physics/end-stop.ts';
import { frictionOf } from '../physics/expansion.ts';
import { expectedStroke, FIT_DAYS, FIT_MIN_SPAN, fitStroke } from '../physics/expected-stroke.ts';
import { median, theilSen } from '../physics/statistics.ts';
import { DEFAULT_EXTREMES, type DiagnosticContext } from './context.ts';
import { DARK, DAY, dailyMedians } from './days.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';

/**
 * Slope found against α·L: 0.85 to 1.15 is good, under a half is blocked. Of nights, where they are
 * enough: by day the sun heats the wire more than the device whose temperature is measured.
 */
export function healthRatio({ clean, model, theorySlope, now }: DiagnosticContext): Finding {
  if (theorySlope === null) return notEvaluable('health_ratio', null, 'no_length');
  if (typeof model === 'string') return notEvaluable('health_ratio', null, model);
  if (model.source === 'theory')
    return notEvaluable(
      'health_ratio',
      null,
      model.span < FIT_MIN_SPAN ? 'temperature_span_too_small' : 'too_few_points',
    );
  const nights = clean.filter(
    ({ solar_voltage, time }) =>
      solar_voltage !== null && solar_voltage < DARK && time > now - FIT_DAYS * DAY,
  );
  const ofNights = fitStroke(nights);
  const fit = typeof ofNights === 'string' ? model : ofNights;
  const ratio = Math.abs(fit.b) / theorySlope;
  const verdict = ratio < 0.5 ? 'bad' : ratio < 0.85 || ratio > 1.15 ? 'watch' : 'good';
  // Near a half or the double the length entered is likely the wrong one (whole section, or half of it).
  const suspect = Math.abs(ratio - 2) < 0.25 || Math.abs(ratio - 0.5) < 0.06;
  return found('health_ratio', ratio, null, verdict, {
    slope: fit.b,
    theory: theorySlope,
    points: fit.points,
    quality: fit.quality,
    hint: suspect && fit.quality > 0.9 ? 'check_regularized_length' : null,
  });
}

/** Newest stroke (median of the last five of a day) less the expected one, mm. */
export function residual({ clean, model, now }: DiagnosticContext): Finding {
  if (typeof model === 'string') return notEvaluable('residual', 'mm', model);
  const newest = clean.filter((point) => point.time > now - DAY).slice(-5);
  if (newest.length === 0) return notEvaluable('residual', 'mm', 'no_data');
  const value = median(newest.map((point) => point.stroke - expectedStroke(model, point.temperature)));
  const unit = Math.max(model.deviation, Math.abs(model.b));
  return found('residual', value, 'mm', graded(Math.abs(value), 3 * unit, 6 * unit), {
    degrees: model.b === 0 ? null : value / model.b,
    expected: expectedStroke(model, newest.at(-1)!.temperature),
    stroke: newest.at(-1)!.stroke,
    source: model.source,
  });
}

/** Days of residuals a drift is read from. */
const DRIFT_DAYS = 45;

/** Slow travel of the residual, mm/day: creep of the conductor or of the fixed point. */
export function drift(context: DiagnosticContext): Finding {
  const { clean, model, travel, input, now } = context;
  if (typeof model === 'string') return notEvaluable('drift', 'mm/d', model);
  const { day, value } = dailyMedians(
    clean
      .filter((point) => point.time > now - DRIFT_DAYS * DAY)
      .map(({ time, stroke, temperature }) => ({ time, value: stroke - expectedStroke(model, temperature) })),
  );
  if (day.length < 20) return notEvaluable('drift', 'mm/d', 'too_few_days');
  const line = theilSen(day, value)!;
  const significant = Math.abs(line.b) > 2 * line.error;
  const { stroke_min_offset, stroke_max_offset } = input.aero;
  const stops =
    travel === null
      ? null
      : { min: 0, max: travel, minOffset: stroke_min_offset ?? 0, maxOffset: stroke_max_offset ?? 0 };
  const extremes = input.extremes ?? DEFAULT_EXTREMES;
  // A ram that moves outwards meets its upper stop at the temperature that extends it most.
  const outermost = line.b > 0 === model.b > 0 ? extremes.hot : extremes.cold;
  const days = stops && daysUntilStop(marginAt(model, stops, outermost), line.b, line.error);
  return found('drift', line.b, 'mm/d', significant ? graded(Math.abs(line.b), 0.6, 2) : 'good', {
    error: line.error,
    days: day.length,
    days_until_stop: days,
  });
}

/** Friction in % of the tension, from the loop; an upper bound, since slow sensors open the loop too. */
export function friction({ loop: width, model, input, tension, stiffness }: DiagnosticContext): Finding {
  const { regularized_length: length } = input.aero;
  if (length === null || length <= 0) return notEvaluable('friction', '%', 'no_length');
  if (tension === null) return notEvaluable('friction', '%', 'no_tension');
  if (typeof model === 'string') return notEvaluable('friction', '%', model);
  if (width === null) return notEvaluable('friction', '%', 'too_few_points');
  const share = 100 * frictionOf(width, tension, length, stiffness);
  return found('friction', share, '%', graded(share, 5, 10), { width });
}

/** Temperatures at which the ram reaches its end stops, °C, hot and cold: watch inside the extremes, bad 5 °C inside. */
export function stops(context: DiagnosticContext): [Finding, Finding] {
  const { clean, model, travel, input, now, loop } = context;
  const none = (reason: Parameters<typeof notEvaluable>[2]): [Finding, Finding] => [
    notEvaluable('stop_hot', '°C', reason),
    notEvaluable('stop_cold', '°C', reason),
  ];
  if (travel === null) return none('no_model_stroke');
  if (typeof model === 'string') return none(model);
  const { stroke_min_offset, stroke_max_offset } = input.aero;
  const range = { min: 0, max: travel, minOffset: stroke_min_offset ?? 0, maxOffset: stroke_max_offset ?? 0 };
  const width = loop ?? 0;
  const ends = endStops(model, range, width);
  if (!ends) return none('does_not_move');
  const extremes = input.extremes ?? DEFAULT_EXTREMES;
  const recent = clean.filter((point) => point.time > now - DAY).at(-1);
  const details = {
    width,
    source: model.source,
    margin: recent ? marginAt(model, range, recent.temperature, width) : null,
  };
  return [
    found('stop_hot', ends.hot, '°C', graded(extremes.hot - ends.hot, 0, 5), {
      ...details,
      extreme: extremes.hot,
    }),
    found('stop_cold', ends.cold, '°C', graded(ends.cold - extremes.cold, 0, 5), {
      ...details,
      extreme: extremes.cold,
    }),
  ];
}
