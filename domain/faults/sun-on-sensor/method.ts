/**
 * Findings on the temperature sensor, compared with the twin's under the same sky, else with its own gas and
 * ram, or neighbours.
 */

import { DAY, HOUR } from '../../durations.ts';
import { median, quantile } from '../../physics/statistics.ts';
import { type Finding, gradeOf, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { type Drive, driveOf } from '../shared/drive/drive.ts';
import { noonHourOf } from '../shared/light/light.ts';
import { sunOnSensor as row } from './fault.ts';
import { riseByRam, warmthByGas } from './own-thermometers.ts';
import { DARK, type Off, rise, warmthOf } from './sun-on-sensor.ts';

/** Days that count as now; fewest dark hours, and fewest days where neighbours are compared. */
const RECENT_DAYS = 14;
const MIN_POINTS = 12;
const MIN_DAYS = 6;
const LIMITS = row.thresholds.rises.value;
/** Neighbours are at other places: twice as much is required. */
const ELSEWHERE = 2;

/** Own temperature minus the twin's, by hour, °C. */
function hourly(own: Drive, twin: Drive): Off[] {
  const others = new Map<number, number>();
  for (let i = 0; i < twin.n; i++) others.set(Math.round(twin.time[i]! / HOUR), twin.temperature[i]!);
  const list = [];
  for (let i = 0; i < own.n; i++) {
    const other = others.get(Math.round(own.time[i]! / HOUR));
    if (other !== undefined)
      list.push({ time: own.time[i]!, light: own.light[i]!, off: own.temperature[i]! - other });
  }
  return list;
}

/**
 * Excess heating of the sensor by the sun, °C: more than the twin's sensor, else more than gas and ram or the
 * neighbours show, minus the same of earlier weeks. `blind`: the sensor is stuck.
 */
export function temperatureBias(context: DiagnosticContext, blind: boolean): Finding {
  const { twin, drive, days, input, now, interval } = context;
  if ((interval ?? 600) > SELDOM) return notWatched('temperature_bias', 'K', interval!);
  if (blind) return notEvaluable('temperature_bias', 'K', 'sensor_stuck');
  if (!twin) return withoutTwin(context);
  const noon = noonHourOf(days, input.longitude ?? null);
  const warmth = noon === null ? null : warmthOf(hourly(drive, driveOf(twin.temperature)), now, noon);
  if (!warmth) return notEvaluable('temperature_bias', 'K', 'too_few_days');
  const value = rise(warmth);
  const verdict = gradeOf(value, ...LIMITS);
  return makeFinding(
    'temperature_bias',
    value,
    'K',
    verdict,
    { now: warmth.now, before: warmth.before, hours: warmth.hours, against: 'twin' },
    verdict === 'good'
      ? {}
      : {
          confidence: value > 3 ? 0.93 : 0.85,
          ruled_out: [ruledOut(row, 'weather'), ruledOut(row, 'temperature_sensor_step')],
        },
  );
}

/**
 * °C by which the sensor must rise above the gas, above the ram, and above the mean of both. Body, gas and
 * wire lag behind each other, more so on warmer days: sound ones rise by up to 2.2, 0.6 and 1.2 °C
 * (simulated).
 */
const BY_GAS = 2;
const BY_RAM = 0.2;
const BY_BOTH = 1.6;

/** Compared with the gas and the ram of the AERO itself, else with neighbours. */
function withoutTwin(context: DiagnosticContext): Finding {
  const gas = warmthByGas(context);
  const value = gas ? rise(gas) : 0;
  const ram = value < BY_GAS ? null : riseByRam(context);
  if (gas === null || ram === null || ram < BY_RAM || (value + ram) / 2 < BY_BOTH)
    return againstNeighbours(context, value);
  return makeFinding(
    'temperature_bias',
    value,
    'K',
    gradeOf(value, ...LIMITS),
    { now: gas.now, before: gas.before, hours: gas.hours, ram, against: 'gas' },
    {
      confidence: 0.85,
      ruled_out: [ruledOut(row, 'temperature_sensor_step')],
    },
  );
}

/**
 * °C relative to neighbours where gas or ram confirm it, watch and bad, and share of it that they must
 * confirm.
 */
const WITNESSED = [2.2, 6] as const;
const AGREES = 0.6;

/** Compared with the neighbours' highs; `byGas`: °C by which the sensor has risen above the gas. */
function againstNeighbours(context: DiagnosticContext, byGas: number): Finding {
  const { input, days, now } = context;
  const { neighbours } = input;
  if (!neighbours || neighbours.length === 0) return notEvaluable('temperature_bias', 'K', 'no_twin');
  const by = new Map(neighbours.map((day) => [day.start, day]));
  const offs = days.flatMap(({ start, hours }) => {
    const near = by.get(start);
    if (hours.length < 12 || near?.temperature_max == null || near.temperature_min == null) return [];
    const own = hours.map(({ temperature }) => temperature);
    return [
      { start, off: Math.max(...own) - near.temperature_max - (Math.min(...own) - near.temperature_min) },
    ];
  });
  const recent = offs.filter(({ start }) => start > now - RECENT_DAYS * DAY).map(({ off }) => off);
  const before = offs.filter(({ start }) => start <= now - RECENT_DAYS * DAY).map(({ off }) => off);
  if (recent.length < MIN_DAYS || before.length < 2 * MIN_DAYS)
    return notEvaluable('temperature_bias', 'K', 'too_few_days');
  const value = quantile(recent, 0.6) - quantile(before, 0.8);
  const ram = value < WITNESSED[0] ? null : riseByRam(context);
  const witnessed = Math.max(ram ?? 0, byGas) > AGREES * value;
  const limits = witnessed ? WITNESSED : [ELSEWHERE * LIMITS[0], ELSEWHERE * LIMITS[1]];
  const verdict = gradeOf(value, limits[0]!, limits[1]!);
  return makeFinding(
    'temperature_bias',
    value,
    'K',
    verdict,
    { days: recent.length, ram, against: 'neighbours' },
    verdict === 'good'
      ? {}
      : {
          confidence: 0.75,
          ruled_out: [ruledOut(row, 'weather', 'neighbours_differ')],
        },
  );
}

/**
 * Step of the night temperature relative to the twin's since a moment (ms), °C; null without a twin or with
 * few hours.
 */
export function stepAgainstTwin({ twin, drive, now }: DiagnosticContext, since: number): number | null {
  if (!twin) return null;
  const dark = hourly(drive, driveOf(twin.temperature)).filter(({ light }) => light <= DARK);
  const after = dark.filter(({ time }) => time > since && time <= now).map(({ off }) => off);
  const before = dark.filter(({ time }) => time <= since).map(({ off }) => off);
  return after.length < 6 || before.length < MIN_POINTS ? null : median(after) - median(before);
}

/** Days needed after a step of the temperature relative to neighbours, and before it. */
const DAYS_SINCE = 4;
const DAYS_BEFORE = 10;

/**
 * Step of the daily mean temperature relative to the neighbours' since a moment (ms), °C; null without
 * neighbours or days.
 */
export function stepAgainstNeighbours({ input, days }: DiagnosticContext, since: number): number | null {
  const by = new Map((input.neighbours ?? []).map((day) => [day.start, day.temperature_mean]));
  const offs = days.flatMap(({ start, hours }) => {
    const near = by.get(start);
    if (near == null || hours.length === 0) return [];
    return [{ start, off: hours.reduce((sum, hour) => sum + hour.temperature / hours.length, 0) - near }];
  });
  const after = offs.filter(({ start }) => start > since).map(({ off }) => off);
  const before = offs.filter(({ start }) => start + DAY < since).map(({ off }) => off);
  return after.length < DAYS_SINCE || before.length < DAYS_BEFORE ? null : median(after) - median(before);
}
