import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../durations.ts';
import { type Measure, NO_VALUES } from '../../../metrics.ts';
import { buildMeasures, START } from '../../testing.ts';
import { daysOf, daysOfSamples } from './days.ts';
import { concatenate, samplesBetween, samplesOf, withoutBefore } from './samples.ts';
import { stuckRuns } from './stuck-runs.ts';

const at = (time: number, values: Partial<Measure> = {}): Measure => ({ ...NO_VALUES, time, ...values });

describe('samples', () => {
  const few = samplesOf([at(1, { stroke: 5 }), at(2), at(3, { stroke: 7 })]);

  it('hold NaN where nothing was measured', () => {
    expect([...few.stroke]).toEqual([5, Number.NaN, 7]);
    expect([...few.pressure]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
  it('are cut between two moments, both included', () => {
    expect([...samplesBetween(few, 2, 3).time]).toEqual([2, 3]);
    expect(samplesBetween(few, 4, 9).time).toHaveLength(0);
    expect(samplesBetween(few, 0, 9)).toBe(few);
  });
  it('lose only what a replaced sensor measured before', () => {
    const all = samplesOf([at(1, { stroke: 5, battery_voltage: 4 }), at(3, { stroke: 7 })]);
    const since = withoutBefore(all, { stroke: 3 });
    expect([...since.stroke]).toEqual([Number.NaN, 7]);
    expect(since.battery_voltage).toBe(all.battery_voltage);
    expect(withoutBefore(all, {})).toBe(all);
  });
  it('give the same days when split by day and concatenated again', () => {
    const points = buildMeasures(4, { sensed: (_, __, i) => (i % 50 === 0 ? { stroke: null } : {}) });
    const days = daysOf(points);
    expect(days.map(({ start }) => start)).toEqual([0, 1, 2, 3].map((day) => START + day * DAY));
    expect(daysOfSamples(concatenate(days.map(({ samples }) => samples)))).toEqual(days);
    expect(days[0]!.clean.time).toHaveLength(144 - 3);
  });
});

describe('runs of one value', () => {
  const STUCK = 777;
  /** Runs of a stroke that is stuck from one hour to another, with some readings missing. */
  const stuckBetween = (from: number, to: number) =>
    stuckRuns(
      daysOf(
        buildMeasures(12, {
          sensed: (_, day, i) => ({
            ...(day * 24 >= from && day * 24 <= to ? { stroke: STUCK } : {}),
            ...(i % 40 === 39 ? { stroke: null } : {}),
          }),
        }),
      ),
    );

  it('go from their first to their last reading, across days and missing readings', () => {
    expect(stuckBetween(100, 160)).toEqual([
      { sensor: 'stroke', from: START + 100 * HOUR, to: START + 160 * HOUR, lasts: false },
    ]);
  });
  it('last until now', () => {
    expect(stuckBetween(250, 999)).toMatchObject([
      { sensor: 'stroke', from: START + 250 * HOUR, lasts: true },
    ]);
  });
  it('are no fault while they are short', () => {
    expect(stuckBetween(100, 110)).toEqual([]);
  });
});
