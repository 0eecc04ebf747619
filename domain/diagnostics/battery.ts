/** Findings on the battery. */
import { median } from '../physics/statistics.ts';
import { resistanceOf } from './battery-sums.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import { type Finding, found, graded, notEvaluable } from './finding.ts';
import { huberTrend } from './plane.ts';
import { DAY } from './points.ts';

/** Where an AERO has no battery threshold, V: below it no firmware is offered. */
const BATTERY_MIN = 3.5;

/** Fewest days: a fortnight of frost, in which a Li-ion cell may not be charged, is no trend. */
const LEAST_LOWS = 21;
/** Standard errors that make a trend: looked at every day for years, three would come by chance. */
const SURE = 5;

/** Trend of the lowest voltage of each day over 30 days, mV a week. */
export function batteryTrend(context: DiagnosticContext): Finding {
  const lows = lastDays(context, 30).flatMap(({ start, lowest }) =>
    lowest === null ? [] : [{ day: start / DAY, low: lowest }],
  );
  if (lows.length < LEAST_LOWS)
    return notEvaluable('battery_trend', 'mV/week', lows.length === 0 ? 'no_data' : 'too_few_days');
  const trend = huberTrend(
    lows.map(({ day }) => day),
    lows.map(({ low }) => low),
  )!;
  const weekly = trend.rate * 7 * 1000;
  const limit = context.input.aero.battery_min || BATTERY_MIN;
  const under = lows.slice(-7).filter(({ low }) => low < limit).length;
  const significant = -trend.rate > SURE * trend.error;
  const verdict = under >= 2 ? 'bad' : significant ? graded(-weekly, 10, 40) : 'good';
  return found('battery_trend', weekly, 'mV/week', verdict, {
    lowest: lows.at(-1)!.low,
    days_under_limit: under,
    limit,
  });
}

/** Days of charging that are put together. */
const RESISTANCE_DAYS = 21;
/** Ω at 20 °C: a sound cell has 0.12 (domain.md 6.4); watch at over twice, bad at three times that, less what scatter hides. */
const RESISTANCE_LIMITS = [0.26, 0.34] as const;
/** V of one Li-ion cell at most. */
const ONE_CELL = 4.6;

/** Inner resistance of the battery at 20 °C, mΩ, from how its voltage answers the charging current of three weeks. */
export function batteryResistance(context: DiagnosticContext): Finding {
  const days = lastDays(context, RESISTANCE_DAYS);
  const volts = days.flatMap(({ points }) => {
    const point = points.find((one) => one.battery_voltage !== null);
    return point ? [point.battery_voltage!] : [];
  });
  if (volts.length === 0) return notEvaluable('battery_resistance', 'mΩ', 'no_data');
  if (volts.length < 14) return notEvaluable('battery_resistance', 'mΩ', 'too_few_days');
  if (median(volts) > ONE_CELL) return notEvaluable('battery_resistance', 'mΩ', 'other_battery');
  const mornings = days.flatMap(({ battery }) => (battery ? [battery] : []));
  const result = mornings.length < 7 ? null : resistanceOf(mornings);
  if (result === null || result.error > 0.04)
    return notEvaluable('battery_resistance', 'mΩ', 'too_little_charging');
  const { ohms, error } = result;
  // The scatter is taken off: only what surely exceeds a limit counts.
  return found('battery_resistance', ohms * 1000, 'mΩ', graded(ohms - error, ...RESISTANCE_LIMITS), {
    error: error * 1000,
    mornings: mornings.length,
  });
}
