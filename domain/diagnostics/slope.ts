/** Findings on how the ram follows the temperature: how far for each degree, and where it stands now. */
import { median } from '../physics/statistics.ts';
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, graded, type NotEvaluable, notEvaluable } from './finding.ts';
import { isAtEnd } from './standing-jump.ts';

/** Slopes over α·L that are as they should be; length, gas and friction take and give so much. */
const LOW = 0.82;
const HIGH = 1.2;
const HALF = 0.55;
const SURE = 3;
/** Nights and °C of them that tell a slope. */
const MIN_NIGHTS = 14;
const MIN_SPAN = 7;

/** Share of the hours at an end of the travel from which they make the slope flatter. */
const AT_END = 0.02;
const liesAtEnd = ({ drive, travel }: DiagnosticContext) =>
  drive.stroke.filter((stroke) => isAtEnd(stroke, travel)).length > AT_END * drive.n;

/** Slope found against α·L, from dim hours alone: by day the sun heats the wire more than the device. */
export function healthRatio(context: DiagnosticContext, blind: NotEvaluable | null): Finding {
  const { theorySlope, baseline, whole } = context;
  if (theorySlope === null) return notEvaluable('health_ratio', null, 'no_length');
  if (blind) return notEvaluable('health_ratio', null, blind);
  if (!baseline || !whole) return notEvaluable('health_ratio', null, 'too_few_days');
  if (baseline.nights < MIN_NIGHTS) return notEvaluable('health_ratio', null, 'too_few_days');
  // Within its loop a ram tells nothing of its slope: the loop that it has, not one it might have.
  if (baseline.span < MIN_SPAN + 0.5 * whole.width)
    return notEvaluable('health_ratio', null, 'temperature_span_too_small');
  const ratio = Math.abs(baseline.b) / theorySlope;
  const error = Math.max(baseline.errorB, whole.error) / theorySlope;
  // Two ways to the slope, from hour to hour and from night to night, must agree.
  const hourly = Math.abs(whole.slope) / theorySlope;
  // One that lies at an end for some of the time is short of its way by that.
  if (ratio < LOW && liesAtEnd(context)) return notEvaluable('health_ratio', null, 'does_not_move');
  const off = (one: number) => one < LOW - SURE * error || one > HIGH + SURE * error;
  const both = off(ratio) && off(hourly) && ratio > 1 === hourly > 1;
  const verdict = !both ? 'good' : ratio < HALF || ratio > 1.8 ? 'bad' : 'watch';
  return found(
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

/** Nights that must agree, °C's worth that are watched and bad. */
const NIGHTS = 4;
const OFF = [6, 10] as const;

/** How far the last nights stood off where they should, mm: what no other finding explains. */
export function residual(
  { baseline, nights, slope, allowedBand }: DiagnosticContext,
  explained: boolean,
): Finding {
  if (!baseline || slope === null)
    return notEvaluable('residual', 'mm', nights.n === 0 ? 'no_data' : 'too_few_days');
  if (nights.n < MIN_NIGHTS) return notEvaluable('residual', 'mm', 'too_few_days');
  const newest = [...baseline.rests.slice(-NIGHTS)];
  const value = median(newest);
  const side = Math.sign(value);
  const least = newest.every((one) => Math.sign(one) === side) ? Math.min(...newest.map(Math.abs)) : 0;
  const unit = Math.abs(slope);
  const beyond = least - 3 * baseline.deviation - ((allowedBand ?? 0) * unit) / 2;
  const verdict = explained ? 'good' : graded(beyond, OFF[0] * unit, OFF[1] * unit);
  return found(
    'residual',
    value,
    'mm',
    verdict,
    { degrees: value / unit, nights: least, deviation: baseline.deviation },
    { confidence: verdict === 'good' ? null : 0.7 },
  );
}
