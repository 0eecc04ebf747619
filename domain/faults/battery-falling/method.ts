/** The level of the battery: below its limit, or falling towards it. Both are one finding. */
import { DAY } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { BATTERY_MIN, isLow } from '../battery-low/method.ts';
import { type Candidate, type Finding, makeFinding, notEvaluable } from '../finding.ts';
import { mayBe } from '../impostors.ts';
import { type DiagnosticContext, lastDays } from '../shared/context.ts';
import { placesWhere } from '../shared/days/samples.ts';
import { huberTrend } from '../shared/fits/plane.ts';
import { batteryFalling as row } from './fault.ts';

/** Fewest days: less than a fortnight of frost, in which a Li-ion cell takes little charge, is no trend. */
const MIN_LOWS = 14;
/** Standard errors that make a trend: with one evaluation a day for years, three would come by chance. */
const SURE = 5;
const SOON = row.thresholds.soon.value;
const LOW = row.thresholds.low.value;

interface Low {
  /** Days since 1970. */
  readonly day: number;
  /** Lowest voltage of the day, V. */
  readonly low: number;
}

/** Robust trend of the daily lows, V a day; null with too few. */
function trendOf(lows: readonly Low[]) {
  if (lows.length < MIN_LOWS) return null;
  return huberTrend(
    lows.map(({ day }) => day),
    lows.map(({ low }) => low),
  );
}

/**
 * Number of newest measures without current that give the present level, and their highest current in mA;
 * panel voltage in the dark, V.
 */
const RESTING = 6;
const NO_CURRENT = 6;
const DARK = 0.5;

/** Whether no current flows: by the current, or, where a box does not measure it, by a dark panel. */
const isResting = (current: number, solar: number): boolean =>
  Number.isNaN(current) ? solar <= DARK : current <= NO_CURRENT;

/**
 * Present level, V: a single sunny day may have ended a decline that the lows of the days before still show.
 */
function restingOf(context: DiagnosticContext): number {
  const volts = lastDays(context, 3).flatMap(({ samples }) =>
    placesWhere(samples, (i) => isResting(samples.charge_current[i]!, samples.solar_voltage[i]!)).map(
      (i) => samples.battery_voltage[i]!,
    ),
  );
  const known = volts.filter((volt) => !Number.isNaN(volt)).slice(-RESTING);
  return known.length < RESTING ? 0 : median(known);
}

/** Whether a battery that is already low will reach its limit within days. */
function reachesSoon(
  lows: readonly Low[],
  rests: number,
  limit: number,
  trend: ReturnType<typeof trendOf>,
): boolean {
  if (trend === null || -trend.rate <= SURE * trend.error || trend.rate >= 0) return false;
  const level = Math.max(rests, median(lows.slice(-5).map(({ low }) => low)));
  return level < limit + LOW && (level - limit) / -trend.rate < SOON;
}

/**
 * Causes of a low level, which alone does not identify one; findings on panel and cell are reported
 * separately.
 */
const MAY_BE: readonly Candidate[] = [mayBe(row, 'panel_soiled'), mayBe(row, 'battery_aged')];

/**
 * Trend of the lowest voltage of each day, mV a week; graded by the level first, then by the time to the
 * limit.
 */
export function batteryTrend(context: DiagnosticContext): Finding {
  const lows = lastDays(context, 30).flatMap(({ start, lowest }) =>
    lowest === null ? [] : [{ day: start / DAY, low: lowest }],
  );
  if (lows.length < 4)
    return notEvaluable('battery_trend', 'mV/week', lows.length === 0 ? 'no_data' : 'too_few_days');
  const trend = trendOf(lows);
  const value = trend === null ? null : trend.rate * 7000;
  const limit = context.input.aero.battery_min || BATTERY_MIN;
  const under = lows.slice(-7).filter(({ low }) => low < limit).length;
  const details = { lowest: lows.at(-1)!.low, days_under_limit: under, limit };
  if (isLow(under))
    return makeFinding('battery_trend', value, 'mV/week', 'bad', details, {
      confidence: 0.95,
      candidates: MAY_BE,
    });
  if (!reachesSoon(lows, restingOf(context), limit, trend))
    return makeFinding('battery_trend', value, 'mV/week', 'good', details);
  return makeFinding('battery_trend', value, 'mV/week', 'watch', details, {
    confidence: 0.8,
    candidates: MAY_BE,
  });
}
