/** When the trend of a finding reaches the AERO's own limits at its place, as a range of dates. */

import { DAY } from '../../durations.ts';
import { absolutePressure } from '../../physics/gas.ts';
import { median, quantile, robustDeviation } from '../../physics/statistics.ts';
import { BATTERY_MIN } from '../battery-low/method.ts';
import { type Finding, faultOf, isReported, type Reaches } from '../finding.ts';
import { FAULT_ROWS, type FindingKey } from '../list.ts';
import { PANEL_LIMIT } from '../panel-soiled/method.ts';
import type { RunsTo } from '../row.ts';
import { type DiagnosedAero, FRICTION } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { measuredValues } from '../shared/days/samples.ts';
import { huberTrend } from '../shared/fits/plane.ts';
import { reachesOf } from './reaches.ts';

/** Share of the gas that is the limit for an AERO without a minimum of its own. */
const GAS_LOW = 0.85;
/** Days whose lowest pressure or voltage gives the present level, and days of a battery's trend. */
const LEVEL_DAYS = 7;
const TREND_DAYS = 30;
/** Relative error of a rate whose method gives none, and of friction. */
const UNSURE_RATE = 0.15;
const UNSURE_FRICTION = 0.15;
/** Share by which a battery's trend may change in a year with the season. Tuned together with `CHANGE`. */
const SEASON = 6;
/** Days between the two measurements of friction. */
const FRICTION_APART = 44;
/**
 * °C of error of a stop's temperature beyond the stated one; °C that the hottest hours add to a usual sunny
 * one.
 */
const UNSURE_STOP = 1.2;
const SUN_BEYOND = 2;

export interface DateInput {
  /** Time of the newest measure, ms. */
  readonly now: number;
  readonly days: readonly Day[];
  readonly aero: DiagnosedAero;
}

/** The findings with the dates that their methods did not give. */
export function withReachDates(findings: readonly Finding[], known: DateInput): Finding[] {
  const of = (key: FindingKey) => findings.find((finding) => finding.key === key);
  return findings.map((finding) => {
    if (!isReported(finding) || finding.reaches !== null) return finding;
    const { runsTo } = FAULT_ROWS[faultOf(finding)];
    const reaches = runsTo === null ? null : LIMITS[runsTo](finding, known, of);
    return reaches === null ? finding : { ...finding, reaches };
  });
}

type Foresee = (
  finding: Finding,
  known: DateInput,
  of: (key: FindingKey) => Finding | undefined,
) => Reaches | null;
/** How to predict when a fault reaches each limit. */
const LIMITS: Readonly<Record<RunsTo, Foresee>> = {
  gas: emptied,
  stop: atStop,
  friction: rubbing,
  battery: discharged,
  panel: dirtied,
};

/** Standard error of a median. */
const errorOfMiddle = (values: readonly number[]) =>
  (1.2533 * robustDeviation(values)) / Math.sqrt(values.length);

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** When the lowest daily pressure falls to the AERO's minimum, if the leak continues. */
function emptied(_: Finding, { now, days, aero }: DateInput, of: (key: FindingKey) => Finding | undefined) {
  const trend = of('pressure_trend');
  const monthly = trend?.value ?? null;
  if (monthly === null || monthly >= 0) return null;
  const lows = days.slice(-LEVEL_DAYS - 1).flatMap(({ samples }) => {
    const pressures = measuredValues(samples.pressure);
    return pressures.length < 3 ? [] : [quantile(pressures, 0.02)];
  });
  if (lows.length < 3) return null;
  const level = absolutePressure(median(lows));
  const own = aero.pressure_min ?? null;
  const [lost, lasts] = [numberOf(trend?.details.gas_error), numberOf(trend?.details.days)];
  const unsure = lost !== null && lasts ? (30 * lost) / lasts : UNSURE_RATE * Math.abs(monthly);
  return reachesOf(
    own === null ? 'gas_low' : 'pressure_min',
    now,
    {
      level,
      limit: own === null ? GAS_LOW * level : absolutePressure(own),
      error: errorOfMiddle(lows),
      // Converts % a month of the gas to bar a day.
      rate: (level * monthly) / 3000,
      rateError: (level * unsure) / 3000,
    },
    own ?? GAS_LOW,
  );
}

/** When a creeping ram reaches a stop at the extreme temperature that drives it there. */
function atStop(finding: Finding, { now }: DateInput, of: (key: FindingKey) => Finding | undefined) {
  const rate = finding.value;
  const slope = numberOf(of('health_ratio')?.details.slope);
  if (!rate || !slope) return null;
  const side = rate > 0 === slope > 0 ? 'stop_hot' : 'stop_cold';
  const stop = of(side);
  const extreme = numberOf(stop?.details.extreme);
  if (!stop || stop.value === null || extreme === null) return null;
  const degrees = side === 'stop_hot' ? stop.value - extreme - SUN_BEYOND : extreme - stop.value;
  // How far it has crept already, minus what the stop's own temperature includes.
  const gone = ((numberOf(stop.details.off) ?? 0) - (numberOf(stop.details.crept) ?? 0)) * Math.sign(rate);
  const { error, days, shape } = finding.details;
  const whole = numberOf(error) ?? UNSURE_RATE * Math.abs(rate);
  return reachesOf(
    side,
    now,
    {
      level: 0,
      limit: Math.max(0, degrees * Math.abs(slope) - gone),
      error: Math.hypot(numberOf(stop.details.error) ?? 0, UNSURE_STOP) * Math.abs(slope),
      rate: Math.abs(rate),
      // The error of a fitted change applies to its whole amount, not to its rate.
      rateError: shape === undefined ? whole : whole / Math.max(1, Number(days ?? 1)),
    },
    null,
  );
}

/** When friction reaches its limit, if it keeps growing. */
function rubbing({ value, details }: Finding, { now }: DateInput) {
  const before = numberOf(details.before);
  // A lower bound does not tell when a limit is reached.
  if (value === null || before === null || value <= before || details.known === 'at_least') return null;
  const error = (UNSURE_FRICTION * value) / 100;
  return reachesOf('friction_limit', now, {
    level: value / 100,
    limit: FRICTION,
    error,
    rate: (value - before) / 100 / FRICTION_APART,
    rateError: (Math.SQRT2 * error) / FRICTION_APART,
  });
}

/** Least relative error of a panel's light. */
const UNSURE_LIGHT = 0.1;
/** When dirt reaches its limit, if it keeps growing as between the weeks compared. */
function dirtied({ value, details }: Finding, { now }: DateInput) {
  const days = numberOf(details.days);
  if (value === null || days === null || value >= 100) return null;
  const level = value / 100;
  const error = level * Math.max(UNSURE_LIGHT, (numberOf(details.scatter) ?? 0) / 2);
  return reachesOf('panel_limit', now, {
    level,
    limit: PANEL_LIMIT,
    error,
    rate: -(1 - level) / days,
    rateError: error / days,
  });
}

/**
 * When the lowest daily voltage falls to the battery's limit, whether the cell is worn or a current is drawn.
 */
function discharged(_: Finding, { now, days, aero }: DateInput) {
  const limit = aero.battery_min || BATTERY_MIN;
  const lows = days
    .slice(-TREND_DAYS)
    .flatMap(({ start, lowest }) => (lowest === null ? [] : [{ day: start / DAY, low: lowest }]));
  const trend = huberTrend(
    lows.map(({ day }) => day),
    lows.map(({ low }) => low),
  );
  if (trend === null || trend.rate >= 0) return null;
  const recent = lows.slice(-LEVEL_DAYS).map(({ low }) => low);
  return reachesOf('battery_min', now, {
    level: median(recent),
    limit,
    error: robustDeviation(recent),
    rate: trend.rate,
    rateError: trend.error,
    change: SEASON,
  });
}
