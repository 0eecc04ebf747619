import { describe, expect, it } from 'vitest';
import { isReported } from '../../finding.ts';
import { AERO, buildMeasures, diagnose, type Faults, reportedSeldom } from '../../testing.ts';
import { daysOf } from '../days/days.ts';

const DAYS = 80;
const healthy = buildMeasures(DAYS);
const diagnosisOf = (faults: Faults, more: Partial<Parameters<typeof diagnose>[0]> = {}) =>
  diagnose({ points: buildMeasures(DAYS, faults), aero: AERO, latitude: 47, ...more });
const named = (...args: Parameters<typeof diagnosisOf>) =>
  diagnosisOf(...args)
    .findings.filter(isReported)
    .map(({ key }) => key);
const twin = { aero: AERO, days: daysOf(healthy) };
const colder = (since: number): Faults => ({
  sensed: (m, day) => (day >= since ? { temperature: m.temperature! - 4 } : {}),
});
const neighbours = daysOf(healthy).map(({ start, hours }) => ({
  start,
  aeros: 4,
  temperature_min: null,
  temperature_mean: hours.reduce((sum, { temperature }) => sum + temperature / hours.length, 0) + 1,
  temperature_max: null,
  residual: null,
  gas: null,
  panel: null,
  charge: null,
  battery_min: null,
}));

describe('a temperature that steps', () => {
  it.each([1, 2, 3])('is no sun on the sensor, %d days ago: it differs by night as well', (ago) => {
    const up: Faults = { sensed: (m, day) => (day >= DAYS - ago ? { temperature: m.temperature! + 4 } : {}) };
    expect(named(up, { twin })).not.toContain('temperature_bias');
  });
  it('is told from a step of the stroke by the neighbours', () => {
    expect(named(colder(DAYS - 12), { neighbours })).toEqual(['temperature_sensor_step']);
  });
  it.each([1.1, -1.1])(
    'by %d °C is neither: nobody else measures, and a sensor may move by as much',
    (by) => {
      const little: Faults = { sensed: (m, day) => (day >= 60 ? { temperature: m.temperature! + by } : {}) };
      expect(named(little)).toEqual([]);
    },
  );
  it('is not mistaken for a step of the stroke by 20 mm, which is more', () => {
    const moved: Faults = { sensed: (m, day) => (day >= 60 ? { stroke: m.stroke! + 20 } : {}) };
    expect(named(moved)).toEqual(['stroke_sensor_step']);
  });
  it.each([1, 6])('is told by its own jump where nobody else measures, with every %d. measure', (every) => {
    const points = (faults: Faults) => buildMeasures(DAYS, faults).filter((_, i) => i % every === 0);
    const moved: Faults = { sensed: (m, day) => (day >= DAYS - 12 ? { stroke: m.stroke! + 45 } : {}) };
    const said = (faults: Faults) => named({}, { points: points(faults) });
    expect(said(colder(DAYS - 12.4))).toEqual(['temperature_sensor_step']);
    expect(said(moved)).toEqual(['stroke_sensor_step']);
  });
  it('is told by the twin where the gas is not tuned to its wire, and follows neither', () => {
    // The gas follows the temperature by 0.15 % per degree more than the movement of the wire compensates.
    const sensed: Faults['sensed'] = (m, day) => ({
      pressure: m.pressure! * (1 + 0.0015 * (m.temperature! - 15)),
      ...(day >= DAYS - 12 ? { temperature: m.temperature! - 4 } : {}),
    });
    expect(named({ sensed }, { twin })).toEqual(['temperature_sensor_step']);
  });
  it('is named beside the step of the stroke where nobody else measures, nor anybody as it stepped', () => {
    const missed = (day: number) => Math.abs(day - (DAYS - 12)) < 0.2;
    const points = buildMeasures(DAYS, colder(DAYS - 12)).filter((_, i) => !missed(i / 144));
    const { findings } = diagnosisOf({}, { points });
    const step = findings.find(({ key }) => key === 'stroke_sensor_step')!;
    expect(step.candidates.map(({ cause }) => cause)).toContain('temperature_sensor_step');
  });
  it('of 2 °C is named beside it too where only neighbours measure: they stand elsewhere', () => {
    const sensed: Faults['sensed'] = (m, day) =>
      day >= DAYS - 12 ? { temperature: m.temperature! - 2 } : {};
    const { findings } = diagnosisOf({ sensed }, { neighbours });
    const step = findings.find(({ key }) => key === 'stroke_sensor_step')!;
    expect(step.candidates.map(({ cause }) => cause)).toContain('temperature_sensor_step');
  });
  it('is no cause of a stroke that steps while the neighbours agree', () => {
    const sensed: Faults['sensed'] = (m, day) => (day >= DAYS - 12 ? { stroke: m.stroke! + 45 } : {});
    const { findings } = diagnosisOf({ sensed }, { neighbours });
    const step = findings.find(({ key }) => key === 'stroke_sensor_step')!;
    expect(step.verdict).toBe('watch');
    expect(step.candidates.map(({ cause }) => cause)).not.toContain('temperature_sensor_step');
  });
});

describe('a reading that goes no further than one place', () => {
  const LEVEL = 455;
  const cut = (pressure: (m: { temperature: number | null }) => object): Faults => ({
    sensed: (m, day) => (day >= DAYS - 14 && m.stroke! > LEVEL ? { stroke: LEVEL, ...pressure(m) } : {}),
  });
  // At 455 mm the wire has 11.2 °C, and the gas 100 bar at 15 °C.
  const fixed = ({ temperature }: { temperature: number | null }) => ({
    pressure: (101 * (temperature! + 273.15)) / (11.2 + 273.15) - 1.013,
  });
  const seldom = (faults: Faults) => reportedSeldom(DAYS, faults);
  it('holds no ram whose gas goes on to follow it', () => {
    expect(seldom(cut(() => ({})))).not.toContain('held_one_side');
  });
  it('holds the ram whose gas stays in a fixed volume', () => {
    expect(seldom(cut(fixed))).toContain('held_one_side');
  });
});
