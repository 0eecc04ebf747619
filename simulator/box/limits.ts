/** The limits that a box watches itself: while one is passed and alert mode is on, it uploads more often. */
import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { LoggedValues } from '../history.ts';

/** Smallest change of temperature from which a slope can be computed, °C. */
const TEMPERATURE_CHANGE = 2;

/** Whether a value of an AERO passes a limit of the box; `before` is an earlier sample of it, if any. */
export function limitPassed(
  configuration: BoxConfiguration,
  position: 1 | 2,
  now: LoggedValues,
  before?: LoggedValues,
): boolean {
  const limit = (name: 'min' | 'max' | 'temperature' | 'time') =>
    configuration[`stroke${position}_${name}`] ?? 0;
  const bar = (name: 'min' | 'max') => configuration[`pressure${position}_${name}`] ?? 0;
  if (outside(now.stroke, limit('min'), limit('max')) || outside(now.pressure, bar('min'), bar('max')))
    return true;
  if (!before || before.stroke === null || now.stroke === null) return false;
  const moved = Math.abs(now.stroke - before.stroke);
  const hours = (now.time - before.time) / 3_600_000;
  if (limit('time') > 0 && hours > 0 && moved / hours > limit('time')) return true;
  const warmed = Math.abs((now.temperature ?? 0) - (before.temperature ?? 0));
  return (
    limit('temperature') > 0 && warmed >= TEMPERATURE_CHANGE && (moved / warmed) * 10 > limit('temperature')
  );
}

/** 0 and 0 switch a pair of limits off. */
function outside(value: number | null, min: number, max: number): boolean {
  return value !== null && !(min === 0 && max === 0) && (value < min || value > max);
}
