import { describe, expect, it } from 'vitest';
import type { Measure } from '../metrics.ts';
import { daysOf } from './days.ts';
import { AERO, buildMeasures, diagnose } from './testing.ts';

const DAYS = 30;
const SINCE = DAYS - 4;
/** Two AEROs of a box whose strokes stand 22 mm apart, their gas alike: nothing but strokes can tell. */
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
  it('are told by a difference of 22 mm that turns into its opposite', () => {
    expect(swappedOf(mine, theirs)).toMatchObject({ verdict: 'bad', confidence: expect.any(Number) });
    expect(swappedOf(first, second).verdict).toBe('good');
  });
  it('are not what a sensor of one of them does that steps as far', () => {
    const stepped = since(first, (point) => ({ ...point, stroke: point.stroke! + 44 }));
    expect(swappedOf(stepped, second).verdict).toBe('good');
    expect(swappedOf(second, stepped).verdict).toBe('good');
  });
});
