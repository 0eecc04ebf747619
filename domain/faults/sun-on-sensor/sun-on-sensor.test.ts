import { describe, expect, it } from 'vitest';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from '../testing.ts';

const DAYS = 90;
const healthy = buildMeasures(DAYS);
const twin = { aero: AERO, days: daysOf(healthy) };
const biasOf = (sensed: Faults['sensed'], every = 1) =>
  diagnose({
    points: buildMeasures(DAYS, { sensed: sensed! }).filter((_, i) => i % every === 0),
    aero: AERO,
    latitude: 47,
    longitude: 0,
    twin,
  }).findings.find(({ key }) => key === 'temperature_bias')!;

const hourOf = (time: number) => ((time - START) / (DAY / 24)) % 24;
/** °C that the sun adds from one side, on two of five days, for the last days. */
const sun =
  (
    degrees: number,
    ago: number,
    [from, to]: readonly [number, number] = [8, 12],
  ): NonNullable<Faults['sensed']> =>
  (m, day) => {
    const hour = hourOf(m.time);
    const shines = day >= DAYS - ago && Math.floor(day) % 5 < 2 && hour >= from && hour < to;
    return shines ? { temperature: m.temperature! + degrees } : {};
  };

describe('sun on the temperature sensor, against the twin', () => {
  it.each([6, 1])('is found that comes from one side on a few days, with every %d. measure', (every) => {
    expect(biasOf(sun(5, 12), every)).toMatchObject({ verdict: 'watch', details: { against: 'twin' } });
  });
  it.each([25, 45, 65])('is found %d days after it began', (ago) => {
    expect(biasOf(sun(5, ago)).verdict).toBe('watch');
  });
  it('is none where it was the same before', () => {
    expect(biasOf(sun(5, DAYS)).verdict).toBe('good');
  });
  it('is none in a single hour of the day', () => {
    expect(biasOf(sun(8, 40, [10, 11])).verdict).toBe('good');
  });
  it.each([0.3, 0.6, 1.3, 2.5, 8])('is none where the reading stepped %d days ago', (ago) => {
    expect(biasOf((m, day) => (day >= DAYS - ago ? { temperature: m.temperature! + 5 } : {})).verdict).toBe(
      'good',
    );
  });
});

describe('sun on the temperature sensor of a box with one AERO and no neighbours', () => {
  const alone = (sensed: Faults['sensed'], every: number, faults: Faults = {}) =>
    diagnose({
      points: buildMeasures(DAYS, { sensed: sensed!, ...faults }).filter((_, i) => i % every === 0),
      aero: AERO,
      latitude: 47,
      longitude: 0,
    }).findings.find(({ key }) => key === 'temperature_bias')!;
  it.each([6, 1])('is told by the gas and the ram, with every %d. measure', (every) => {
    expect(alone(sun(5, 20), every)).toMatchObject({ verdict: 'watch', details: { against: 'gas' } });
  });
  it('is none where the wire was heated, whose ram moves and whose gas does not', () => {
    const slope = 17e-6 * 700 * 1000;
    const column = slope * 288.15;
    const heated: Faults['sensed'] = (m, day) => {
      const by = sun(5, 20)(m, day, 0).temperature === undefined ? 0 : slope * 5;
      return { stroke: m.stroke! - by, pressure: (m.pressure! + 1.013) * (1 + by / column) - 1.013 };
    };
    expect(alone(heated, 1).verdict).not.toBe('watch');
  });
  it('is none where the pressure alone reads less by day', () => {
    const colder: Faults['sensed'] = (m, day) =>
      sun(5, 20)(m, day, 0).temperature === undefined ? {} : { pressure: m.pressure! - 1.7 };
    expect(alone(colder, 1).verdict).not.toBe('watch');
  });
});
