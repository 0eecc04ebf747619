/** Findings on the gas: its relative amount, and how fast it leaves. */
import { median, theilSen } from '../physics/statistics.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import type { Cause, Gas } from './gas.ts';

/** Fewest days of a trend: an AERO's first days teach how its pressure follows the stroke. */
const LEAST_TREND = 15;

/** Trend of the compensated pressure over the last 30 days, % a month. */
export function pressureTrend(gas: Gas, cause: Cause): Finding {
  if (typeof gas === 'string') return notEvaluable('pressure_trend', '%/month', gas);
  const from = gas.day.at(-1)! - 30;
  const recent = gas.day.flatMap((day, i) => (day > from ? [i] : []));
  if (recent.length < LEAST_TREND) return notEvaluable('pressure_trend', '%/month', 'too_few_days');
  const line = theilSen(
    recent.map((i) => gas.day[i]!),
    recent.map((i) => gas.value[i]!),
  )!;
  const monthly = line.b * 30 * 100;
  const significant = -line.b > 3 * line.error;
  const verdict = significant ? graded(-monthly, 0.5, 2) : 'good';
  return found('pressure_trend', monthly, '%/month', softened(verdict, cause), {
    error: line.error * 30 * 100,
    days: recent.length,
    method: gas.method,
    cause: ofSensor(cause) ? cause : null,
  });
}

/** Gas left, % of the first week's: under 97 watch, under 93 bad; or bad when it leaves by 2 % a month. */
export function leak(gas: Gas, trend: Finding, cause: Cause): Finding {
  if (typeof gas === 'string') return notEvaluable('leak', '%', gas);
  const left = 100 * median(gas.value.slice(-3));
  const byAmount = graded(100 - left, 3, 7);
  const verdict = softened(byAmount === 'good' || trend.verdict !== 'bad' ? byAmount : 'bad', cause);
  const daily = trend.value === null ? 0 : -trend.value / 30;
  return found('leak', left, '%', verdict, {
    method: gas.method,
    // Until 85 % of the gas is left, at today's pace.
    days_left: daily > 0.01 && verdict !== 'good' ? Math.max(0, (left - 85) / daily) : null,
    cause: ofSensor(cause) ? cause : null,
  });
}

const ofSensor = (cause: Cause) => cause === 'stroke_sensor' || cause === 'pressure_sensor';

/** What a drifting sensor makes the gas look like is no leak: another finding names it. */
function softened(verdict: 'good' | 'watch' | 'bad', cause: Cause): 'good' | 'watch' | 'bad' {
  return ofSensor(cause) ? 'good' : verdict;
}
