/** The inner resistance of the battery, by its voltage against the charging current. */
import { median } from '../../physics/statistics.ts';
import { type Finding, gradeOf, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { SELDOM } from '../row.ts';
import { type BatterySums, type Resistance, resistanceOf } from '../shared/battery/battery-sums.ts';
import { type DiagnosticContext, lastDays } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { measuredValues } from '../shared/days/samples.ts';
import { ageingOf, type Cell } from './cell-ageing.ts';
import { batteryAged as row } from './fault.ts';

/** Days of charging that are combined, and days if those leave the result uncertain. */
const RESISTANCE_DAYS = 21;
const MORE_DAYS = 42;
const RESISTANCE_LIMITS = row.thresholds.ohms.value;
const MIN_MORNINGS = 7;
/** Standard error, Ω, from which more days are combined, and from which the result is discarded. */
const UNSURE_OHMS = 0.03;
const UNKNOWN_OHMS = 0.07;
/** Highest voltage of a single Li-ion cell, V. */
const ONE_CELL = 4.6;

/** Seconds between measures from which charging on a long day may end before enough measures show it. */
const FEW_A_MORNING = 1800;
/** Lowest voltage of the day, V, above which a battery is full every day. */
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

/** Verdict on a resistance: only what certainly exceeds a limit counts; null if it is unknown. */
function verdictOf(
  { ohms, error }: Resistance,
  mornings: readonly BatterySums[],
): 'good' | 'watch' | 'bad' | null {
  if (error > UNKNOWN_OHMS) return null;
  // Confirmed by each half of the mornings alone.
  const halves = [0, 1].map((odd) => resistanceOf(mornings.filter((_, i) => i % 2 === odd))?.ohms ?? 0);
  const high = gradeOf(Math.min(ohms - 2 * error, ...halves), ...RESISTANCE_LIMITS);
  if (high !== 'good') return high;
  return error < UNSURE_OHMS || ohms + 2 * error < RESISTANCE_LIMITS[0] ? 'good' : null;
}

/** Whether a cell, measured over six weeks, is certainly below the limit. */
const isSurelySound = ({ ohms, error }: Cell): boolean =>
  error < UNKNOWN_OHMS && ohms + 2 * error < RESISTANCE_LIMITS[0];

interface Judged extends Resistance {
  readonly verdict: 'good' | 'watch' | 'bad';
  /** Days it is based on; `mornings` on the wire, where whole days were summed too. */
  readonly days: number;
}

/** The verdict from the mornings alone; null if they are not conclusive. */
function byMornings(context: DiagnosticContext): Judged | null {
  const mornings = recentMornings(context);
  const result = mornings && resistanceOf(mornings);
  const verdict = result && verdictOf(result, mornings);
  return verdict && { ...result, verdict, days: mornings.length };
}

const resistanceFound = ({ ohms, error, verdict, days }: Judged): Finding =>
  makeFinding(
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
  const volts = days.flatMap(({ samples }) => measuredValues(samples.battery_voltage)[0] ?? []);
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
