import { describe, expect, it } from 'vitest';
import { HOUR } from '../../durations.ts';
import { chanceBelow, spreadOf } from '../spread.ts';
import { freeStrokeAt, marginTemperatures, type Standing, standingOf, standsAt } from './standing.ts';

const SLOPE = 11.9;

/** Hours of a ram that follows its wire with some scatter while a season drifts. */
function hours(days: number, { slope = 0.96 * SLOPE, wild = 0, swing = 6 } = {}) {
  return Array.from({ length: days * 24 }, (_, i) => {
    const temperature = 12 + swing * Math.sin(i / 3.8) + 0.5 * swing * Math.sin(i / 60);
    const noise = 4 * Math.sin(i * 12.9898) + 3 * Math.sin(i * 78.233);
    const off = wild > 0 && i % wild === 0 ? 300 : 0;
    return { time: i * HOUR, temperature, stroke: 500 + slope * (temperature - 12) + noise + off };
  });
}
const made = (value: Standing | string): Standing => {
  if (typeof value === 'string') throw new Error(value);
  return value;
};

describe('where an AERO would stand', () => {
  it('is told by its own line, whichever way its sensor is mounted', () => {
    for (const side of [1, -1]) {
      const line = made(standingOf(hours(40, { slope: side * 0.96 * SLOPE }), SLOPE));
      expect(line.slope).toBeCloseTo(side * 0.96 * SLOPE, 0);
      const at = standsAt(line, { stroke: 1000, minOffset: 50, maxOffset: 50 }, 20);
      expect(at.stroke.p50).toBeCloseTo(500 + side * 0.96 * SLOPE * 8, -1);
      expect(at.stroke.p05).toBeLessThan(at.stroke.p50);
      expect(at.margin).toBeLessThan(0.001);
    }
  });
  it('is hardly moved by wild hours', () => {
    const [calm, wild] = [
      made(standingOf(hours(40), SLOPE)),
      made(standingOf(hours(40, { wild: 25 }), SLOPE)),
    ];
    expect(Math.abs(freeStrokeAt(calm, 30).p50 - freeStrokeAt(wild, 30).p50)).toBeLessThan(8);
  });
  it('is the less sure the further it lies from what was seen', () => {
    const line = made(standingOf(hours(20), SLOPE));
    const width = (at: number) => freeStrokeAt(line, at).p95 - freeStrokeAt(line, at).p05;
    expect(width(40)).toBeGreaterThan(1.5 * width(12));
    expect(width(-25)).toBeGreaterThan(1.5 * width(12));
  });
  it('leans on the length where little was seen', () => {
    const short = made(standingOf(hours(4, { slope: 0.6 * SLOPE, swing: 3 }), SLOPE));
    const long = made(standingOf(hours(60, { slope: 0.6 * SLOPE, swing: 8 }), SLOPE));
    expect(short.slope).toBeGreaterThan(long.slope);
  });
  it('ends at its stops, and says when', () => {
    const line = made(standingOf(hours(40), SLOPE));
    const travel = { stroke: 1000, minOffset: 60, maxOffset: 60 };
    const hot = standsAt(line, travel, 60);
    expect(hot.stroke.p95).toBe(1000);
    expect(hot.margin).toBeGreaterThan(0.95);
    const reaches = marginTemperatures(line, travel)!;
    expect(standsAt(line, travel, reaches.hot).margin).toBeCloseTo(0.5, 1);
    expect(standsAt(line, travel, reaches.cold).margin).toBeCloseTo(0.5, 1);
    expect(reaches.hot).toBeGreaterThan(40);
    expect(standsAt(line, null, 60)).toMatchObject({ margin: null, stop: null });
  });
  it('is not told without a reason to', () => {
    expect(standingOf([], SLOPE)).toBe('no_data');
    expect(standingOf(hours(2), SLOPE)).toBe('too_few_days');
    expect(standingOf(hours(20, { swing: 1 }), SLOPE)).toBe('temperature_span_too_small');
    expect(standingOf(hours(20, { slope: 0 }), SLOPE)).toBe('does_not_follow');
  });
});

describe('a distribution of a median and two twentieths', () => {
  it('has them where they are said', () => {
    const spread = spreadOf(500, 10, 30);
    expect(chanceBelow(spread, spread.p05)).toBeCloseTo(0.05, 4);
    expect(chanceBelow(spread, 500)).toBeCloseTo(0.5, 9);
    expect(chanceBelow(spread, spread.p95)).toBeCloseTo(0.95, 4);
    expect(chanceBelow(spread, -1e6)).toBeCloseTo(0, 9);
    expect(chanceBelow({ p05: 5, p50: 5, p95: 5 }, 5)).toBe(0.5);
  });
});

describe('the temperature at which the ram arrives', () => {
  const travel = { stroke: 1000, minOffset: 20, maxOffset: 20 };
  const line = {
    level: 320,
    at: 0,
    levelError: 1,
    slopeError: 0.1,
    below: 3,
    above: 3,
    coldest: 0,
    warmest: 20,
  };
  const warmth = { from: 0, seen: 20, now: 2, full: 34, hot: 5, error: 1, scatter: 1 };
  it('is where the line meets its margin, whichever way the sensor is mounted', () => {
    expect(marginTemperatures({ ...line, slope: 12 }, travel)).toEqual({ hot: 55, cold: -25 });
    expect(marginTemperatures({ ...line, level: 680, slope: -12 }, travel)).toEqual({ hot: 55, cold: -25 });
    expect(marginTemperatures({ ...line, slope: 0 }, travel)).toBeNull();
  });
  it('comes sooner by what the sun warms its wire, and no later in the cold', () => {
    expect(marginTemperatures({ ...line, slope: 12, warmth }, travel)).toEqual({ hot: 50, cold: -25 });
    for (const edge of [100, 250, 480, 560, 640, 700, 900]) {
      const standing = { ...line, slope: 12, warmth };
      const { hot } = marginTemperatures(standing, { ...travel, maxOffset: 1000 - edge })!;
      expect(freeStrokeAt(standing, hot).p50).toBeCloseTo(edge, 6);
    }
  });
});
