/** Findings on the ram: does it follow the temperature, where does it stand, how much does it rub. */
import { frictionOf } from '../physics/expansion.ts';
import { expectedStroke, FIT_MIN_SPAN } from '../physics/expected-stroke.ts';
import { median } from '../physics/statistics.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import { type Edge, offEdge } from './edge.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { grown, stillLimit } from './loop.ts';
import { DAY } from './points.ts';

/** Standard errors that make a slope. */
const SURE = 2.5;

/**
 * Slope found against α·L: 0.85 to 1.15 is good, under a half is blocked. Of the nights' edge, where there
 * are nights enough: by day the sun heats the wire more than the device whose temperature is measured.
 */
export function healthRatio({ edge, model, theorySlope, allowedBand }: DiagnosticContext): Finding {
  if (theorySlope === null) return notEvaluable('health_ratio', null, 'no_length');
  if (typeof model === 'string') return notEvaluable('health_ratio', null, model);
  // Within the band of its friction a sound ram stands still: what it does there is no slope.
  if (edge === null && model.span < FIT_MIN_SPAN + (allowedBand ?? 0))
    return notEvaluable('health_ratio', null, 'temperature_span_too_small');
  if (model.source === 'theory' && edge === null)
    return notEvaluable(
      'health_ratio',
      null,
      model.span < FIT_MIN_SPAN ? 'temperature_span_too_small' : 'too_few_points',
    );
  const slope = edge?.b ?? model.b;
  const ratio = Math.abs(slope) / theorySlope;
  // All hours of a few days count the sun on the wire: only what is far off means something there.
  const [low, high] = edge === null ? [0.6, 1.6] : [0.85, 1.15];
  // Nights that a slip or a leak has torn apart leave the slope unsure: that is taken off.
  const error = edge === null ? 0 : SURE * (edge.errorB / theorySlope);
  const verdict =
    ratio + error < 0.5 ? 'bad' : ratio + error < low || ratio - error > high ? 'watch' : 'good';
  // Near a half or the double the length entered is likely the wrong one (whole section, or half of it).
  const suspect = Math.abs(ratio - 2) < 0.25 || Math.abs(ratio - 0.5) < 0.06;
  return found('health_ratio', ratio, null, verdict, {
    slope,
    theory: theorySlope,
    points: edge?.n ?? model.points,
    quality: model.quality,
    error: edge === null ? null : edge.errorB / theorySlope,
    of: edge === null ? 'all_hours' : 'nights',
    hint: suspect && model.quality > 0.9 ? 'check_regularized_length' : null,
  });
}

/**
 * Newest stroke (median of the last five of a day) less the expected one, mm. Sun on the wire alone may make
 * 4 °C's worth of it: 5 are to be watched, 8 are bad. The nights' edge scatters least: when three nights running
 * are off it to one side, 3 and 6 and half the loop are enough.
 */
export function residual(context: DiagnosticContext): Finding {
  const { model, now, days, edgeBefore, loop } = context;
  if (typeof model === 'string') return notEvaluable('residual', 'mm', model);
  const newest = lastDays(context, 2)
    .flatMap((day) => day.clean)
    .filter((point) => point.time > now - DAY)
    .slice(-5);
  if (newest.length === 0) return notEvaluable('residual', 'mm', 'no_data');
  // A line laid through a few days is off by what the sun did on them.
  if (model.source === 'theory' && days.length < YOUNG) return notEvaluable('residual', 'mm', 'too_few_days');
  if (repeats(context)) return notEvaluable('residual', 'mm', 'sensor_stuck');
  const value = median(newest.map((point) => point.stroke - expectedStroke(model, point.temperature)));
  const unit = Math.max(model.deviation, Math.abs(model.b));
  const byDay = graded(Math.abs(value), 5 * unit, 8 * unit);
  const nights = edgeBefore === null ? null : nightsOff(context, edgeBefore);
  const nightUnit = edgeBefore === null ? 0 : Math.max(2 * edgeBefore.deviation, Math.abs(edgeBefore.b));
  const half = (loop?.depth ?? 0) / 2;
  const byNight =
    nights === null ? 'good' : graded(Math.abs(nights), 3 * nightUnit + half, 6 * nightUnit + half);
  return found('residual', value, 'mm', byDay === 'good' ? byNight : byDay, {
    degrees: model.b === 0 ? null : value / model.b,
    expected: expectedStroke(model, newest.at(-1)!.temperature),
    stroke: newest.at(-1)!.stroke,
    source: model.source,
    nights,
  });
}

/** Samples of one and the same stroke, or temperature, that make a sensor doubtful: a live one trembles by its last digit. */
const REPEATED = 12;
function repeats(context: DiagnosticContext): boolean {
  const newest = lastDays(context, 2)
    .flatMap((day) => day.clean)
    .slice(-REPEATED);
  const same = (of: 'stroke' | 'temperature') => newest.every((point) => point[of] === newest[0]![of]);
  return newest.length === REPEATED && (same('stroke') || same('temperature'));
}

/** Days of a past under which theory's line is no measure of the newest strokes. */
const YOUNG = 7;

/** Nights running that must agree. */
const NIGHTS = 3;

/** mm by which the last three nights are off the edge of those before, the least of them; null unless to one side. */
function nightsOff(context: DiagnosticContext, edge: Edge): number | null {
  // The newest day has hardly begun when it is diagnosed: it may have no night yet.
  const off = lastDays(context, NIGHTS + 1)
    .flatMap(({ coldest }) => (coldest ? [offEdge(edge, coldest)] : []))
    .slice(-NIGHTS);
  const side = Math.sign(off[0] ?? 0);
  if (off.length < NIGHTS || off.some((one) => Math.sign(one) !== side)) return null;
  return side * Math.min(...off.map(Math.abs));
}

/** Standing still so much more often than with that is bad. */
const WORSE = 0.2;

/**
 * Friction in % of the tension that the loop shows at least. Judged by how often the ram stands still in the
 * dark while the temperature moves, which no sun can feign, or by how that has grown.
 */
export function friction(context: DiagnosticContext, held: Finding): Finding {
  const { loop, loopBefore, model, input, tension, stiffness, allowedBand } = context;
  const { regularized_length: length } = input.aero;
  if (length === null || length <= 0) return notEvaluable('friction', '%', 'no_length');
  if (tension === null) return notEvaluable('friction', '%', 'no_tension');
  if (typeof model === 'string') return notEvaluable('friction', '%', model);
  if (held.verdict === 'bad') return notEvaluable('friction', '%', 'does_not_move');
  if (loop === null) return notEvaluable('friction', '%', 'too_few_days');
  const limit = stillLimit(allowedBand ?? 0);
  // The scatter of a share of few hours is taken off.
  const error = Math.sqrt((loop.still * (1 - loop.still)) / loop.hours);
  const verdict = graded(loop.still - error, limit, limit + WORSE);
  const share = 100 * frictionOf(loop.depth, tension, length, stiffness);
  return found(
    'friction',
    share,
    '%',
    verdict === 'good' && grown(loop, loopBefore, limit) ? 'watch' : verdict,
    {
      width: loop.depth,
      still: loop.still,
      still_before: loopBefore?.still ?? null,
      hours: loop.hours,
    },
  );
}
