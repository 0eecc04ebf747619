/** Findings on the battery: its level, what it has to give, what is drawn from it. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import { resistanceOf } from './battery-sums.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Candidate, type Finding, found, graded, notEvaluable, notWatched } from './finding.ts';
import { huberTrend } from './plane.ts';
import { knownOf } from './samples.ts';

/** Where an AERO has no battery threshold, V: below it no firmware is offered. */
export const BATTERY_MIN = 3.5;
/** Fewest days: a fortnight of frost, in which a Li-ion cell takes little, is no trend. */
const MIN_LOWS = 14;
/** Standard errors that make a trend: looked at every day for years, three would come by chance. */
const SURE = 5;
/** Days within which the limit must be reached, and V above it at most: in autumn every battery falls. */
const SOON = 7;
const LOW = 0.08;
/** s between measures over which charge and resistance cannot be added up. */
const OFTEN_ENOUGH = 7200;

interface Low {
  /** Days since 1970. */
  readonly day: number;
  /** Lowest voltage of the day, V. */
  readonly low: number;
}

/** Robust trend of the daily lows, V a day; null when they are too few. */
function trendOf(lows: readonly Low[]) {
  if (lows.length < MIN_LOWS) return null;
  return huberTrend(
    lows.map(({ day }) => day),
    lows.map(({ low }) => low),
  );
}

/** Whether a battery whose level is low already falls to its limit within days. */
function reachesSoon(lows: readonly Low[], limit: number, trend: ReturnType<typeof trendOf>): boolean {
  if (trend === null || -trend.rate <= SURE * trend.error || trend.rate >= 0) return false;
  const level = median(lows.slice(-5).map(({ low }) => low));
  return level < limit + LOW && (level - limit) / -trend.rate < SOON;
}

/** A low level alone does not say why: what is found of panel and cell, where it is, is said beside it. */
const MAY_BE: readonly Candidate[] = [
  { cause: 'panel_soiled', tell: 'look_at_panel' },
  { cause: 'battery_aged', tell: 'measure_battery' },
];

/** Trend of the lowest voltage of each day, mV a week; judged by the level first, then by when the limit is reached. */
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
    ruled_out: [{ cause: 'season', by: 'level_normal' }],
  });
}

/** Days of charging that are put together. */
const RESISTANCE_DAYS = 21;
/** Ω at 20 °C: a sound cell has 0.12 (domain.md 6.4); watch at over twice, bad at three times that, less what scatter hides. */
const RESISTANCE_LIMITS = [0.27, 0.36] as const;
const MIN_MORNINGS = 7;
/** Ω of error from which mornings of little charge say nothing: of sound cells they made a third of an ohm. */
const UNSURE_OHMS = 0.03;
/** V of one Li-ion cell at most. */
const ONE_CELL = 4.6;

/** s between measures from which the charge of a long day is over before it is seen often enough. */
const FEW_A_MORNING = 1800;
/** V of a battery that is full each day, as its lowest. */
const FULL_EACH_DAY = 4;

/** Whether shorter log times would tell: the battery is full within two or three measures of the morning. */
function isFullTooSoon(context: DiagnosticContext): boolean {
  const lows = lastDays(context, RESISTANCE_DAYS).flatMap(({ lowest }) => lowest ?? []);
  return (context.interval ?? 600) >= FEW_A_MORNING && lows.length > 0 && median(lows) > FULL_EACH_DAY;
}

/** Inner resistance of the battery at 20 °C, mΩ, from how its voltage answers the charging current of three weeks. */
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
  // Two errors are taken off, and half the mornings must say so alone: only what surely exceeds a limit counts.
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

/** Nominal capacity, mAh, and the share of a charge that comes back. */
const CAPACITY = 6800;
const RETURNED = 0.97;
/** Open-circuit voltage of a Li-ion cell at states of charge. */
const CURVE = [
  [3.3, 0],
  [3.55, 0.1],
  [3.66, 0.25],
  [3.76, 0.5],
  [3.93, 0.75],
  [4.06, 0.9],
  [4.18, 1],
] as const;
/** Days of use now, and before; fewest with charge known. */
const USE_NOW = 12;
const USE_BEFORE = [60, 12] as const;
const MIN_USE = 8;
/** mA beyond what was drawn before, and times that. */
const DRAIN = [4, 12] as const;
/** Share of the charge that a change of the level may be: a cold battery's level is hardly known. */
const LEVEL = 0.4;
const TIMES = 1.6;
/** Charge under which a cell holds next to nothing more, so that its level tells no balance, and mA that any box draws. */
const EMPTY = 0.22;
const SLEEPS = 2.5;

function chargeAt(volts: number): number {
  for (let i = 1; i < CURVE.length; i++) {
    const [v1, c1] = CURVE[i]!;
    const [v0, c0] = CURVE[i - 1]!;
    if (volts <= v1) return c0 + Math.max(0, (volts - v0) / (v1 - v0)) * (c1 - c0);
  }
  return 1;
}

/** Mean current drawn over days, mA: what was charged less what the battery holds more than before. */
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

/** Current drawn day and night, mA, against what it was: moisture, a sensor that does not sleep, a modem that searches. */
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
