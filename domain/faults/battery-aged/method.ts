/** Findings on the battery: its level and its inner resistance. */

import { DAY } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { type Candidate, type Finding, found, graded, notEvaluable, notWatched } from '../finding.ts';
import { SELDOM } from '../row.ts';
import { type BatterySums, type Resistance, resistanceOf } from '../shared/battery/battery-sums.ts';
import { type DiagnosticContext, lastDays } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { knownOf, placesWhere } from '../shared/days/samples.ts';
import { huberTrend } from '../shared/fits/plane.ts';
import { ageingOf, type Cell } from './cell-ageing.ts';

/** Limit where an AERO has no battery threshold, V; the same below which no firmware is offered. */
export const BATTERY_MIN = 3.5;
/** Fewest days: less than a fortnight of frost, in which a Li-ion cell takes little charge, is no trend. */
const MIN_LOWS = 14;
/** Standard errors that make a trend: with one evaluation a day for years, three would come by chance. */
const SURE = 5;
/** Days within which the limit must be reached, and V above it at most: in autumn the level of every battery falls. */
const SOON = 7;
const LOW = 0.08;

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

/** Newest measures without current that tell the level now, and mA of such; V of the panel in the dark. */
const RESTING = 6;
const NO_CURRENT = 6;
const DARK = 0.5;

/** Whether no current flows: by the current, or where a box does not measure it, by a panel in the dark. */
const isResting = (current: number, solar: number): boolean =>
  Number.isNaN(current) ? solar <= DARK : current <= NO_CURRENT;

/** Level now, V: the sun of a single day may have ended a decline that the lows of the days before still show. */
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

/** Causes of a low level, which by itself does not give one; findings on panel and cell are reported separately. */
const MAY_BE: readonly Candidate[] = [
  { cause: 'panel_soiled', tell: 'look_at_panel' },
  { cause: 'battery_aged', tell: 'measure_battery' },
];

/** Trend of the lowest voltage of each day, mV a week; judged by the level first, then by the time to the limit. */
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
  if (under >= 2)
    return found('battery_trend', value, 'mV/week', 'bad', details, { confidence: 0.95, candidates: MAY_BE });
  if (!reachesSoon(lows, restingOf(context), limit, trend))
    return found('battery_trend', value, 'mV/week', 'good', details);
  return found('battery_trend', value, 'mV/week', 'watch', details, {
    confidence: 0.8,
    candidates: MAY_BE,
  });
}

/** Days of charging that are combined, and where they leave the result uncertain. */
const RESISTANCE_DAYS = 21;
const MORE_DAYS = 42;
/**
 * Ω at 20 °C, watch and bad: somewhat over two times, and three times, that of a sound cell (0.12, docs/domain.md,
 * "Box").
 */
const RESISTANCE_LIMITS = [0.27, 0.36] as const;
const MIN_MORNINGS = 7;
/** Standard error, Ω, from which more days are combined, and from which the result is discarded. */
const UNSURE_OHMS = 0.03;
const UNKNOWN_OHMS = 0.07;
/** Highest voltage of a single Li-ion cell, V. */
const ONE_CELL = 4.6;

/** s between measures from which charging on a long day may end before enough measures show it. */
const FEW_A_MORNING = 1800;
/** Lowest voltage of the day above which a battery is full every day, V. */
const FULL_EACH_DAY = 4;

/** Whether a shorter log time would help: the battery is full within two or three measures of the morning. */
function isFullTooSoon(context: DiagnosticContext): boolean {
  const lows = lastDays(context, RESISTANCE_DAYS).flatMap(({ lowest }) => lowest ?? []);
  return (context.interval ?? 600) >= FEW_A_MORNING && lows.length > 0 && median(lows) > FULL_EACH_DAY;
}

const morningsOf = (days: readonly Day[]) => days.flatMap(({ battery }) => battery ?? []);

/** Mornings of three weeks, or of six if those leave the resistance uncertain; null with too few. */
function recentMornings(context: DiagnosticContext): BatterySums[] | null {
  const mornings = morningsOf(lastDays(context, RESISTANCE_DAYS));
  if (mornings.length >= MIN_MORNINGS && (resistanceOf(mornings)?.error ?? 1) < UNSURE_OHMS) return mornings;
  const more = morningsOf(lastDays(context, MORE_DAYS));
  return more.length < MIN_MORNINGS ? null : more;
}

/** Verdict on a resistance: only what surely exceeds a limit counts; null if it is not known. */
function verdictOf(
  { ohms, error }: Resistance,
  mornings: readonly BatterySums[],
): 'good' | 'watch' | 'bad' | null {
  if (error > UNKNOWN_OHMS) return null;
  // Confirmed by each half of the mornings alone.
  const halves = [0, 1].map((odd) => resistanceOf(mornings.filter((_, i) => i % 2 === odd))?.ohms ?? 0);
  const high = graded(Math.min(ohms - 2 * error, ...halves), ...RESISTANCE_LIMITS);
  if (high !== 'good') return high;
  return error < UNSURE_OHMS || ohms + 2 * error < RESISTANCE_LIMITS[0] ? 'good' : null;
}

/** Whether a cell, measured over six weeks, is surely below the limit. */
const isSurelySound = ({ ohms, error }: Cell): boolean =>
  error < UNKNOWN_OHMS && ohms + 2 * error < RESISTANCE_LIMITS[0];

interface Judged extends Resistance {
  readonly verdict: 'good' | 'watch' | 'bad';
  /** Days it rests on; `mornings` on the wire, where whole days were summed too. */
  readonly days: number;
}

/** The verdict of the mornings alone; null if they do not tell. */
function byMornings(context: DiagnosticContext): Judged | null {
  const mornings = recentMornings(context);
  const result = mornings && resistanceOf(mornings);
  const verdict = result && verdictOf(result, mornings);
  return verdict && { ...result, verdict, days: mornings.length };
}

const resistanceFound = ({ ohms, error, verdict, days }: Judged): Finding =>
  found(
    'battery_resistance',
    ohms * 1000,
    'mΩ',
    verdict,
    { error: error * 1000, mornings: days },
    verdict === 'good' ? {} : { confidence: 0.88 },
  );

/** Inner resistance of the battery at 20 °C, mΩ, from its voltage against the charging current of three weeks. */
export function batteryResistance(context: DiagnosticContext): Finding {
  const days = lastDays(context, RESISTANCE_DAYS);
  const volts = days.flatMap(({ samples }) => knownOf(samples.battery_voltage)[0] ?? []);
  if (volts.length === 0) return notEvaluable('battery_resistance', 'mΩ', 'no_data');
  if ((context.interval ?? 600) > SELDOM) return notWatched('battery_resistance', 'mΩ', context.interval!);
  if (volts.length < 14) return notEvaluable('battery_resistance', 'mΩ', 'too_few_days');
  if (median(volts) > ONE_CELL) return notEvaluable('battery_resistance', 'mΩ', 'other_battery');
  const judged = byMornings(context);
  if (judged && judged.verdict !== 'good') return resistanceFound(judged);
  const ageing = ageingOf(context);
  const cell = ageing && { ...ageing.cell, verdict: ageing.aged ? ('watch' as const) : ('good' as const) };
  if (cell?.verdict === 'watch') return resistanceFound(cell);
  if (judged) return resistanceFound(judged);
  if (cell && isSurelySound(cell)) return resistanceFound(cell);
  return isFullTooSoon(context)
    ? notWatched('battery_resistance', 'mΩ', context.interval!)
    : notEvaluable('battery_resistance', 'mΩ', 'too_little_charging');
}
