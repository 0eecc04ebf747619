import { describe, expect, it } from 'vitest';
import { LOG_TIMES, makeAero, makeBox, makeForecasts, makeSkies, saidErrorC } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const skies = makeSkies(11, { days: 420 });
const places = Object.values(skies);
const year = (column: Float64Array) => [...column.slice(0, 365 * 24)];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const least = (values: Iterable<number>) => [...values].reduce((one, other) => Math.min(one, other));
const most = (values: Iterable<number>) => [...values].reduce((one, other) => Math.max(one, other));

describe('the sky', () => {
  it('is the same for the same seed and another for another', () => {
    const small = { days: 20 };
    expect(makeSkies(3, small)).toEqual(makeSkies(3, small));
    expect(makeSkies(3, small).alpine.airC).not.toEqual(makeSkies(4, small).alpine.airC);
  });

  it.each(places)('of $climate.name stays within what such places see', (sky) => {
    const air = year(sky.airC);
    expect(Math.abs(mean(air) - sky.climate.meanC)).toBeLessThan(3);
    expect(least(air)).toBeGreaterThan(sky.climate.meanC - 42);
    expect(most(air)).toBeLessThan(48);
    const light = year(sky.globalWm2).reduce((sum, value) => sum + value, 0) / 1000;
    expect(light).toBeGreaterThan(850);
    expect(light).toBeLessThan(2200);
    expect(least(sky.windMs)).toBeGreaterThan(0);
  });

  it('has a week unlike any before on demand, and is unchanged outside it', () => {
    const hot = makeSkies(11, { days: 420, extremeWeek: { day: 320, kelvin: 12 } }).oceanic;
    const more = hot.airC.map((air, hour) => air - skies.oceanic.airC[hour]!);
    expect(mean([...more.slice(321 * 24, 326 * 24)])).toBeGreaterThan(10);
    expect(most(more.slice(0, 315 * 24).map(Math.abs))).toBe(0);
  });
});

describe('forecasts', () => {
  const errorsOf = (sky: (typeof places)[number], issues: ReturnType<typeof makeForecasts>, lead: number) =>
    issues.flatMap((issue) => {
      const first = (issue.issuedMs - sky.startMs) / HOUR + 1;
      return [...issue.airC]
        .map((air, at) => air - sky.airC[first + at]!)
        .slice((lead - 1) * 24, lead * 24)
        .filter((error) => !Number.isNaN(error));
    });

  it.each(places)('of $climate.name are as wrong at every lead as is said', (sky) => {
    const issues = makeForecasts(sky, { seed: 5, placeBiasC: 0 });
    for (let lead = 1; lead <= 7; lead++) {
      const spread = Math.sqrt(mean(errorsOf(sky, issues, lead).map((error) => error ** 2)));
      const said = saidErrorC(lead * 24 - 12);
      expect(spread / said).toBeGreaterThan(0.8);
      expect(spread / said).toBeLessThan(1.25);
    }
  });

  it('carry the bias of the place and what the source does wrong', () => {
    const sky = skies.oceanic;
    const fromMs = sky.startMs;
    const biasOf = (kind?: 'plus-4' | 'fahrenheit' | 'another-place' | 'shift-12h') => {
      const wrong = kind && { kind, fromMs, elsewhere: skies.dry };
      return mean(errorsOf(sky, makeForecasts(sky, { seed: 5, placeBiasC: 1.5, wrong }), 1));
    };
    expect(biasOf()).toBeCloseTo(1.5, 0);
    expect(biasOf('plus-4') - biasOf()).toBeCloseTo(4, 1);
    expect(biasOf('fahrenheit')).toBeGreaterThan(30);
    expect(biasOf('another-place')).not.toBeCloseTo(biasOf(), 0);
    const cut = makeForecasts(sky, { seed: 5, wrong: { kind: 'cut-off', fromMs } });
    expect(most(cut.map((issue) => issue.airC.length))).toBeLessThan(168);
  });
});

describe('a box', () => {
  it('is the same for the same seed, and its two AEROs differ', () => {
    const short = makeSkies(2, { days: 30 }).alpine;
    const run = makeBox({ seed: 9, sky: short, aeros: 2 });
    expect(makeBox({ seed: 9, sky: short, aeros: 2 })).toEqual(run);
    expect(run.aeros[0]!.measures.stroke).not.toEqual(run.aeros[1]!.measures.stroke);
  });

  it.each(places)('in $climate.name obeys its physics', (sky) => {
    const { truth, ram, box, measures } = makeAero({ seed: 21, sky, logMs: LOG_TIMES.hour });
    const slope = 17e-6 * ram.lengthM * 1000;
    const range = most(truth.strokeMm) - least(truth.strokeMm);
    const wire = most(truth.wireC) - least(truth.wireC);
    expect(range / (slope * wire)).toBeGreaterThan(0.75);
    expect(range / (slope * wire)).toBeLessThan(1.1);
    expect(least(truth.strokeMm)).toBeGreaterThanOrEqual(0);
    expect(most(truth.strokeMm)).toBeLessThanOrEqual(ram.model);
    const warmer = truth.wireC.map((warm, step) => warm - box.truth.airC[step]!);
    expect(most(warmer)).toBeLessThan(30);
    expect(least(warmer)).toBeGreaterThan(-4);
    const free = [...truth.tensionN].filter((_, step) => truth.atStop[step] === 0);
    expect(least(free) / ram.tensionN).toBeGreaterThan(0.8);
    expect(most(free) / ram.tensionN).toBeLessThan(1.2);
    expect(most(measures.batteryVoltage)).toBeLessThan(4.3);
    expect(most(measures.solarVoltage)).toBeLessThan(7.5);
  });

  it('logs at the time it is set to and sends late after an outage', () => {
    const { measures } = makeAero({ seed: 4, sky: skies.oceanic, logMs: LOG_TIMES.sixHours });
    const between = [...measures.times].slice(1).map((time, at) => time - measures.times[at]!);
    expect(
      between.filter((one) => Math.abs(one - 6 * HOUR) < 60_000).length / between.length,
    ).toBeGreaterThan(0.97);
    expect(most(measures.receivedAt.map((at, row) => at - measures.times[row]!))).toBeGreaterThan(6 * HOUR);
    expect(measures.times.at(-1)! - measures.times[0]!).toBeGreaterThan(400 * DAY);
  });
});
