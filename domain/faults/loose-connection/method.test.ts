import { describe, expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';

const DAYS = 90;
const HOURLY = 6;
/** A ram that travels 400 mm a day: no five hourly measures of it are steady. */
const swings = (day: number) => 17 * Math.cos(2 * Math.PI * day);
const spikeOf = (sensed: NonNullable<Faults['sensed']>, every: number, colder = (_: number) => 0) =>
  diagnose({
    points: buildMeasures(DAYS, { sensed, colder }).filter((_, i) => i % every === 0),
    aero: AERO,
    latitude: 47,
    logTime: every * 600,
  }).findings.find(({ key }) => key === 'spike')!;
/** An outlier of this many mm every so many hours. */
const outliers =
  (mm: number, hours: number): NonNullable<Faults['sensed']> =>
  (m: Measure, _, i) =>
    i % (HOURLY * hours) === 0 ? { stroke: m.stroke! + (i % 4 === 0 ? mm : -mm) } : {};

describe('lone outliers', () => {
  it('are found at an hourly log, though the ram moves much from hour to hour', () => {
    expect(spikeOf(outliers(180, 85), HOURLY, swings).verdict).toBe('watch');
  });
  const ofPressure =
    (bar: number, hours: number): NonNullable<Faults['sensed']> =>
    (m: Measure, _, i) =>
      i % (HOURLY * hours) === 0 ? { pressure: m.pressure! + (i % 4 === 0 ? bar : -bar) } : {};
  it('of the pressure are found where as many of the stroke may be of trains: no train moves the gas as far', () => {
    expect(spikeOf(ofPressure(12, 175), HOURLY).verdict).toBe('watch');
    expect(spikeOf(outliers(100, 175), HOURLY).verdict).toBe('good');
  });
  it('of the stroke are found sooner where they are larger than of trains', () => {
    expect(spikeOf(outliers(250, 145), HOURLY).verdict).toBe('watch');
    expect(spikeOf(outliers(100, 145), HOURLY).verdict).toBe('good');
  });
  it.each([1, HOURLY])('of trains, three a month, are none, with every %d. measure', (every) => {
    expect(spikeOf(outliers(60, 241), every).verdict).toBe('good');
  });
});

describe('missing values', () => {
  it('of the temperature are counted as those of the others', () => {
    expect(spikeOf((_, __, i) => (i % 90 === 0 ? { temperature: null } : {}), 1).verdict).toBe('watch');
  });
  it('in one measure of 250 of an hourly log may be a sound sensor’s, in one of 60 they are not', () => {
    const missing = (hours: number) =>
      spikeOf((_, __, i) => (i % (HOURLY * hours) === 0 ? { stroke: null } : {}), HOURLY);
    expect(missing(250).verdict).toBe('good');
    expect(missing(60).verdict).toBe('watch');
  });
  it('of a sensor that gives hardly anything any more are counted', () => {
    const fails: Faults['sensed'] = (_, day, i) => (day > 40 && i % 5 > 0 ? { stroke: null } : {});
    expect(spikeOf(fails, 1).verdict).toBe('bad');
  });
  it('are none of a sensor that is not fitted', () => {
    expect(spikeOf(() => ({ pressure: null }), 1).verdict).toBe('good');
  });
  it.each([80, 86])('are none of a sensor before the day it was fitted, here %d of 90', (fitted) => {
    const later: Faults['sensed'] = (_, day) => (day < fitted ? { pressure: null } : {});
    expect(spikeOf(later, 1).verdict).toBe('good');
    const loose: Faults['sensed'] = (_, day, i) => (day < fitted || i % 5 === 0 ? { pressure: null } : {});
    expect(spikeOf(loose, 1).verdict).toBe('bad');
  });
});
