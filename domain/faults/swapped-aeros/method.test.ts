import { describe, expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, diagnose } from '../testing.ts';

const DAYS = 30;
const SINCE = DAYS - 4;
/** Two AEROs of a box whose strokes are 22 mm apart, with equal gas: only the strokes distinguish them. */
const [first, second] = [buildMeasures(DAYS), buildMeasures(DAYS, { middle: 522 }, 690)];
const since = (points: readonly Measure[], later: (point: Measure, i: number) => Measure) =>
  points.map((point, i) => (i >= SINCE * 144 ? later(point, i) : point));
const swappedOf = (own: readonly Measure[], other: readonly Measure[]) =>
  diagnose({
    points: own,
    aero: AERO,
    latitude: 47,
    twin: { aero: { ...AERO, regularized_length: 690 }, days: daysOf(other) },
  }).findings.find(({ key }) => key === 'swapped')!;

describe('cables of two AEROs exchanged', () => {
  const mine = since(first, (_, i) => second[i]!);
  const theirs = since(second, (_, i) => first[i]!);
  it('are found by a difference of 22 mm that changes sign', () => {
    expect(swappedOf(mine, theirs)).toMatchObject({ verdict: 'bad', confidence: expect.any(Number) });
    expect(swappedOf(first, second).verdict).toBe('good');
  });
  it('are told from an equal step of one sensor', () => {
    const stepped = since(first, (point) => ({ ...point, stroke: point.stroke! + 44 }));
    expect(swappedOf(stepped, second).verdict).toBe('good');
    expect(swappedOf(second, stepped).verdict).toBe('good');
  });
  it('are told where the two are of different models', () => {
    const short = { ...AERO, model_type: 1, regularized_length: 300 };
    const other = buildMeasures(DAYS, { middle: 240 }, 300);
    const verdictOf = (own: readonly Measure[], twin: readonly Measure[]) =>
      diagnose({
        points: own,
        aero: AERO,
        latitude: 47,
        twin: { aero: short, days: daysOf(twin) },
      }).findings.find(({ key }) => key === 'swapped')!.verdict;
    expect(
      verdictOf(
        since(first, (_, i) => other[i]!),
        since(other, (_, i) => first[i]!),
      ),
    ).toBe('bad');
    expect(verdictOf(first, other)).toBe('good');
  });
  describe('of two that stand 150 mm apart', () => {
    const LONG = 90;
    const [high, low] = [buildMeasures(LONG, { middle: 650 }), buildMeasures(LONG, {}, 690)];
    const exchanged = (from: number, to: number) => {
      const is = (i: number) => i >= from * 144 && i < to * 144;
      return swappedOf(
        high.map((point, i) => (is(i) ? low[i]! : point)),
        low.map((point, i) => (is(i) ? high[i]! : point)),
      );
    };
    it.each([
      [20, 50],
      [30, 50],
      [20, 60],
      [50, 70],
      [65, 85],
      [4, 24],
    ])('from day %d to %d of 90 are no longer reported', (from, to) => {
      expect(exchanged(from, to)).toMatchObject({ verdict: 'good', value: 0 });
    });
    it.each([20, 50, 80])('since day %d of 90 are reported', (from) => {
      expect(exchanged(from, LONG)).toMatchObject({ verdict: 'bad', value: 1 });
    });
  });
});
