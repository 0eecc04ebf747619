/** Findings on the battery: its level, its inner resistance, the current drawn from it. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import { resistanceOf } from './battery-sums.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Candidate, type Finding, found, graded, notEvaluable, notWatched } from './finding.ts';
import { huberTrend } from './plane.ts';
import { knownOf } from './samples.ts';

/** Limit where an AERO has no battery threshold, V; the same below which no firmware is offered. */
export const BATTERY_MIN = 3.5;
/** Fewest days: less than a fortnight of frost, in which a Li-ion cell takes little charge, is no trend. */
const MIN_LOWS = 14;
/** Standard errors that make a trend: with one evaluation a day for years, three would come by chance. */
const SURE = 5;
/** Days within which the limit must be reached, and V above it at most: in autumn the level of every battery falls. */
const SOON = 7;
const LOW = 0.08;
/** s between measures beyond which charge and resistance cannot be computed. */
const OFTEN_ENOUGH = 7200;

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

/** Whether a battery that is already low will reach its limit within days. */
function reachesSoon(lows: readonly Low[], limit: number, trend: ReturnType<typeof trendOf>): boolean {
  if (trend === null || -trend.rate <= SURE * trend.error || trend.rate >= 0) return false;
  const level = median(lows.slice(-5).map(({ low }) => low));
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
  if (!reachesSoon(lows, limit, trend)) return found('battery_trend', value, 'mV/week', 'good', details);
  return found('battery_trend', value, 'mV/week', 'watch', details, {
    confidence: 0.8,
    candidates: MAY_BE,
  });
}

/** Days of charging that are combined. */
const RESISTANCE_DAYS = 21;
/** Ω at 20 °C, watch and bad: somewhat over two times, and three times, that of a sound cell (0.12, domain.md 6.4). */
const RESISTANCE_LIMITS = [0.27, 0.36] as const;
const MIN_MORNINGS = 7;
/** Standard error, Ω, from which the result is discarded: mornings of little charge gave 0.33 Ω for sound cells. */
const UNSURE_OHMS = 0.03;
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

/** Inner resistance of the battery at 20 °C, mΩ, from its voltage against the charging current of three weeks. */
export function batteryResistance(context: DiagnosticContext): Finding {
  const days = lastDays(context, RESISTANCE_DAYS);
  const volts = days.flatMap(({ samples }) => knownOf(samples.battery_voltage)[0] ?? []);
  if (volts.length === 0) return notEvaluable('battery_resistance', 'mΩ', 'no_data');
  if ((context.interval ?? 600) > OFTEN_ENOUGH)
    return notWatched('battery_resistance', 'mΩ', context.interval!);
  if (volts.length < 14) return notEvaluable('battery_resistance', 'mΩ', 'too_few_days');
  if (median(volts) > ONE_CELL) return notEvaluable('battery_resistance', 'mΩ', 'other_battery');
  const mornings = days.flatMap(({ battery }) => (battery ? [battery] : []));
  const result = mornings.length < MIN_MORNINGS ? null : resistanceOf(mornings);
  if (result === null || result.error > UNSURE_OHMS)
    return isFullTooSoon(context)
      ? notWatched('battery_resistance', 'mΩ', context.interval!)
      : notEvaluable('battery_resistance', 'mΩ', 'too_little_charging');
  const { ohms, error } = result;
  // Less two standard errors, and confirmed by each half of the mornings alone: only what surely exceeds a limit counts.
  const halves = [0, 1].map((odd) => resistanceOf(mornings.filter((_, i) => i % 2 === odd))?.ohms ?? 0);
  const verdict = graded(Math.min(ohms - 2 * error, ...halves), ...RESISTANCE_LIMITS);
  return found(
    'battery_resistance',
    ohms * 1000,
    'mΩ',
    verdict,
    { error: error * 1000, mornings: mornings.length },
    verdict === 'good' ? {} : { confidence: 0.88 },
  );
}

/** Nominal capacity, mAh, and the share of a charge that can be drawn again. */
const CAPACITY = 6800;
const RETURNED = 0.97;
/** Open-circuit voltage of a Li-ion cell, V, and its state of charge. */
const CURVE = [
  [3.3, 0],
  [3.55, 0.1],
  [3.66, 0.25],
  [3.76, 0.5],
  [3.93, 0.75],
  [4.06, 0.9],
  [4.18, 1],
] as const;
/** Days of consumption now; days ago between which it was before; fewest days with a known charge. */
const USE_NOW = 12;
const USE_BEFORE = [60, 12] as const;
const MIN_USE = 8;
/** mA more than before, watch and bad. */
const DRAIN = [4, 12] as const;
/** Highest share of the charge that a change of the level may be: a cold battery's level is hardly known. */
const LEVEL = 0.4;
/** Factor on the former consumption. */
const TIMES = 1.6;
/** State of charge below which the voltage gives no balance, as the cell is nearly empty; mA that any box draws. */
const EMPTY = 0.22;
const SLEEPS = 2.5;

/** State of charge, 0 to 1, at an open-circuit voltage, V. */
function chargeAt(volts: number): number {
  for (let i = 1; i < CURVE.length; i++) {
    const [v1, c1] = CURVE[i]!;
    const [v0, c0] = CURVE[i - 1]!;
    if (volts <= v1) return c0 + Math.max(0, (volts - v0) / (v1 - v0)) * (c1 - c0);
  }
  return 1;
}

/** Mean current drawn over some days, mA: the charge taken in less what the battery gained; null if uncertain. */
function useOf(days: readonly Day[]): number | null {
  const known = days.flatMap(({ start, charge, lowest }) =>
    charge === null || lowest === null ? [] : [{ start, charge, lowest }],
  );
  if (known.length < MIN_USE) return null;
  const ends = Math.min(3, known.length >> 1);
  const level = (list: typeof known) => chargeAt(median(list.map(({ lowest }) => lowest)));
  const [began, ended] = [level(known.slice(0, ends)), level(known.slice(-ends))];
  if (Math.min(began, ended) < EMPTY) return null;
  const gained = ended - began;
  const span = (known.at(-1)!.start - known[0]!.start) / DAY - ends + 1;
  const perDay = known.reduce((sum, { charge }) => sum + charge, 0) / known.length;
  const kept = (CAPACITY * gained) / Math.max(1, span);
  return Math.abs(kept) > LEVEL * perDay ? null : (RETURNED * perDay - kept) / 24;
}

/** Mean current drawn, mA, against earlier weeks: moisture, a sensor that does not sleep, a modem that searches. */
export function currentDrain(context: DiagnosticContext): Finding {
  const { days, now, interval } = context;
  if ((interval ?? 600) > OFTEN_ENOUGH) return notWatched('current_drain', 'mA', interval!);
  const between = (from: number, to: number) =>
    days.filter(({ start }) => start > now - from * DAY && start <= now - to * DAY);
  const recent = useOf(between(USE_NOW + 1, 0.5));
  if (recent === null) return notEvaluable('current_drain', 'mA', 'too_few_days');
  const before = useOf(between(...USE_BEFORE));
  if (before === null) return notEvaluable('current_drain', 'mA', 'too_few_days');
  const usual = Math.max(SLEEPS, before);
  const more = recent - usual;
  const sure = recent > TIMES * usual;
  const verdict = sure ? graded(more, ...DRAIN) : 'good';
  return found(
    'current_drain',
    recent,
    'mA',
    verdict,
    { before, more },
    verdict === 'good'
      ? {}
      : {
          confidence: more > 6 ? 0.92 : 0.82,
          candidates: [{ cause: 'battery_aged', tell: 'measure_battery' }],
        },
  );
}
