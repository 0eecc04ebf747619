import type { ForecastAnswer } from '@aerowatch/contracts/api/forecast';
import { describe, expect, it, test } from 'vitest';
import { bandPath, fanDays, fanReach, measuredPath, runsOf } from './fan-layout.ts';

const row = (day: string, min: number, max: number): ForecastAnswer =>
  ({
    day,
    stroke: {
      min: { p05: min - 20, p50: min, p95: min + 20 },
      max: { p05: max - 20, p50: max, p95: max + 40 },
    },
  }) as ForecastAnswer;

describe('the fan', () => {
  it('takes days at the sun of the place, with the half and nine tenths of each extreme', () => {
    const [day] = fanDays([row('2026-07-01', 300, 500), { ...row('2026-07-02', 0, 0), stroke: null }], 31);
    expect(new Date(day!.from).toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect(day!.low).toMatchObject({ p05: 280, p50: 300 });
    expect(day!.low.p25).toBeCloseTo(292.4, 1);
    expect(day!.high.p75).toBeCloseTo(515.2, 1);
  });

  it('reaches from stop to stop, else around what is drawn', () => {
    const days = fanDays([row('2026-07-01', 300, 500)], 0);
    expect(fanReach({ stroke: 1000, minOffset: 50, maxOffset: 50 }, days, [])).toEqual([0, 1000]);
    expect(fanReach(null, days, [270])).toEqual([243, 567]);
  });

  it('steps from day to day', () => {
    const days = fanDays([row('2026-07-01', 300, 500), row('2026-07-02', 320, 520)], 0);
    const start = days[0]!.from;
    const path = bandPath(
      days,
      ({ low }) => low.p50,
      ({ high }) => high.p50,
      (time) => (time - start) / 86_400_000,
      (stroke) => stroke,
    );
    expect(path).toBe('M0.0,500.0L1.0,500.0L1.0,520.0L2.0,520.0L2.0,320.0L1.0,320.0L1.0,300.0L0.0,300.0Z');
  });
});

const hour = 3_600_000;
const at = (hours: number, mean = 100) => ({ at: hours * hour, mean, min: mean - 1, max: mean + 5 });
test('no line leads across a silence, and a box that logs every six hours has none by that', () => {
  expect(runsOf([0, 1, 2, 9, 10].map((h) => at(h))).map((run) => run.length)).toEqual([3, 2]);
  expect(runsOf([0, 6, 12, 18].map((h) => at(h))).map((run) => run.length)).toEqual([4]);
  expect(runsOf([])).toEqual([]);
  const path = measuredPath(
    [at(0), at(1), at(9)],
    (time) => time / hour,
    (stroke) => stroke,
  );
  expect(path).toBe(
    'M0.0,100.0L1.0,100.0M9.0,100.0M0.0,99.0L0.0,105.0M1.0,99.0L1.0,105.0M9.0,99.0L9.0,105.0',
  );
});
