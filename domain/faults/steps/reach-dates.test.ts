import { describe, expect, it } from 'vitest';
import { DAY } from '../../durations.ts';
import { NO_VALUES } from '../../metrics.ts';
import { type Finding, makeFinding } from '../finding.ts';
import type { FindingKey } from '../list.ts';
import type { DiagnosedAero } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { samplesOf } from '../shared/days/samples.ts';
import { type DateInput, withReachDates } from './reach-dates.ts';

const NOW = Date.UTC(2026, 5, 1);
const AERO: DiagnosedAero = {
  model_type: 2,
  conductor_type: 'wire',
  mechanical_tension: 1200,
  regularized_length: 700,
  expansion_coefficient: null,
  stroke_min_offset: 100,
  stroke_max_offset: 100,
  battery_min: null,
  pressure_min: 90,
};
/** Thirty days of a steady pressure and of a battery that loses 10 mV a day. */
const DAYS = Array.from({ length: 30 }, (_, i) => ({
  start: NOW - (30 - i) * DAY,
  lowest: 3.95 - i / 100,
  samples: samplesOf(
    Array.from({ length: 6 }, (_, k) => ({ ...NO_VALUES, time: k, pressure: 100 + k / 100 })),
  ),
})) as unknown as Day[];
const KNOWN: DateInput = { now: NOW, days: DAYS, aero: AERO };
const bad = (key: FindingKey, value: number, unit: string, details: Finding['details']) =>
  makeFinding(key, value, unit, 'bad', details, {});
const datesOf = (findings: readonly Finding[]) => {
  const { reaches } = withReachDates(findings, KNOWN)[0]!;
  const days = (moment: number | null) => (moment === null ? null : (moment - NOW) / DAY);
  return {
    what: reaches?.what,
    ...{ from: days(reaches!.earliest), likely: days(reaches!.likely), to: days(reaches!.latest) },
  };
};

describe('dates of findings', () => {
  it('take the error of a leak from the gas, whatever the error of the stroke', () => {
    const trend = { shape: 'ramp', days: 60, stroke: -20, gas: -6, error: 15, gas_error: 0.1 };
    const { what, from, likely, to } = datesOf([bad('pressure_trend', -3, '%/month', trend)]);
    expect(what).toBe('pressure_min');
    // A tenth of the gas is lost at 3 % a month.
    expect(likely).toBeGreaterThan(90);
    expect(likely).toBeLessThan(110);
    expect(from).toBeGreaterThan(0.85 * likely!);
    expect(to).toBeLessThan(1.2 * likely!);
  });
  it('count what has crept already, once', () => {
    const to = (off: number, crept = 0) =>
      datesOf([
        bad('drift', 1, 'mm/day', { shape: 'ramp', days: 40, stroke: 40, gas: 0, error: 2 }),
        makeFinding('stop_hot', 50, '°C', 'good', { extreme: 38, error: 1.5, off, crept }),
        makeFinding('health_ratio', 1, null, 'good', { slope: 10 }),
      ]).likely!;
    // 12 °C minus what the hottest hours add, at 10 mm a degree and a millimetre a day.
    expect(to(0)).toBeCloseTo(100, 5);
    expect(to(40)).toBeCloseTo(60, 5);
    // The creep already included in the stop's temperature is not counted again.
    expect(to(40, 40)).toBeCloseTo(100, 5);
  });
  it('give the day on which a worn or drained battery falls to its limit', () => {
    for (const key of ['battery_resistance', 'current_drain', 'battery_trend'] as const) {
      const { what, from, likely, to } = datesOf([bad(key, 400, 'mΩ', {})]);
      expect(what).toBe('battery_min');
      expect(likely).toBeGreaterThan(14);
      expect(likely).toBeLessThan(22);
      // Wide, because of the season.
      expect(to === null ? 365 : to - from!).toBeGreaterThan(5);
    }
  });
});
