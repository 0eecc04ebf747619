/** Movement of the ram per °C, compared with what its entered length implies. */
import { quantile, weightedLine } from '../../physics/statistics.ts';
import { type Finding, makeFinding, type NotEvaluable, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { isAtEnd } from '../shared/drive/ends.ts';
import { wrongLength as row } from './fault.ts';

const LOW = row.thresholds.low.value;
const HIGH = row.thresholds.high.value;
const BAD = row.thresholds.bad.value;
/** Standard errors by which the mean of both estimates must lie outside the normal range. */
const SURE = 0.75;
/**
 * Nights below which more standard errors are required: some weeks of sun or wind bend both estimates alike.
 */
const FEW = 28;
const SURE_OF_FEW = 3;
/** Limits that each estimate alone must be below or above. */
const NEARLY = [0.86, 1.15] as const;
/** Nights, and range of their temperatures in °C, needed for a slope. */
const MIN_NIGHTS = 14;
const MIN_SPAN = 7;

/** Share of the hours at an end of the travel from which they flatten the slope. */
const AT_END = 0.02;
const liesAtEnd = ({ drive, travel }: DiagnosticContext) =>
  drive.stroke.filter((stroke) => isAtEnd(stroke, travel)).length > AT_END * drive.n;

/**
 * Difference of the two estimates beyond which the length is not the cause: a wrong length changes both
 * alike, friction and sun do not.
 */
const APART = 0.12;

/** Whether both estimates of the slope are outside the normal range; where they are far apart, the one nearer to 1. */
function areOff(ratio: number, hourly: number, error: number, nights: number): boolean {
  const nearer = Math.abs(ratio - 1) < Math.abs(hourly - 1) ? ratio : hourly;
  const mean = Math.abs(ratio - hourly) > APART ? nearer : (ratio + hourly) / 2;
  const unsure = (nights < FEW ? SURE_OF_FEW : SURE) * error;
  const isLow = mean < LOW - unsure && Math.max(ratio, hourly) < NEARLY[0];
  return isLow || (mean > HIGH + unsure && Math.min(ratio, hourly) > NEARLY[1]);
}

/** Ratio of the older half of the nights from which a flatter slope is new, so that the length is correct. */
const WAS_RIGHT = 0.88;

/**
 * Whether the ram followed the temperature correctly in the older half of the nights; false if that is
 * unknown.
 */
function followedBefore({ nights, theorySlope }: DiagnosticContext): boolean {
  const half = nights.n >> 1;
  const [play, stroke] = [nights.play.subarray(0, half), nights.stroke.subarray(0, half)];
  if (half < MIN_NIGHTS || quantile(play, 0.95) - quantile(play, 0.05) < MIN_SPAN) return false;
  const line = weightedLine(play, stroke, new Float64Array(half).fill(1));
  return line !== null && Math.abs(line.b) > WAS_RIGHT * theorySlope!;
}

/** Observed slope divided by α·L, from dim hours only: by day the sun heats the wire more than the device. */
export function healthRatio(context: DiagnosticContext, blind: NotEvaluable | null): Finding {
  const { theorySlope, baseline, whole } = context;
  if (theorySlope === null) return notEvaluable('health_ratio', null, 'no_length');
  if (blind) return notEvaluable('health_ratio', null, blind);
  if (!baseline || !whole) return notEvaluable('health_ratio', null, 'too_few_days');
  if (baseline.nights < MIN_NIGHTS) return notEvaluable('health_ratio', null, 'too_few_days');
  // Within its loop the ram stands still, so the range must exceed it. The observed loop counts, not the
  // allowed one.
  if (baseline.span < MIN_SPAN + 0.5 * whole.width)
    return notEvaluable('health_ratio', null, 'temperature_span_too_small');
  const ratio = Math.abs(baseline.b) / theorySlope;
  const error = Math.max(baseline.errorB, whole.error) / theorySlope;
  // Two estimates of the slope, from hour to hour and from night to night, must agree.
  const hourly = Math.abs(whole.slope) / theorySlope;
  // A ram that is at an end for some of the time has a flatter slope for that reason alone; so does one that
  // was held recently.
  if (ratio < LOW && (liesAtEnd(context) || followedBefore(context)))
    return notEvaluable('health_ratio', null, 'does_not_move');
  const both = areOff(ratio, hourly, error, baseline.nights);
  const verdict = !both ? 'good' : ratio < BAD[0] || ratio > BAD[1] ? 'bad' : 'watch';
  return makeFinding(
    'health_ratio',
    ratio,
    null,
    verdict,
    {
      slope: baseline.b,
      theory: theorySlope,
      points: baseline.nights,
      error,
      hourly,
      of: 'nights',
      hint: both ? 'check_regularized_length' : null,
    },
    { confidence: both ? Math.min(0.97, 0.85 + Math.abs(ratio - 1) / 4) : null },
  );
}
