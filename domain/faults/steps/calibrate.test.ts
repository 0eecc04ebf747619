import { describe, expect, it } from 'vitest';
import { makeFinding, notEvaluable } from '../finding.ts';
import { FAULT_ROWS } from '../list.ts';
import { logistic, logOdds, withCalibratedConfidence } from './calibrate.ts';

const said = (confidence: number | null, verdict: 'good' | 'watch' = 'watch') =>
  withCalibratedConfidence(makeFinding('leak', 97, '%', verdict, {}, { confidence }));

describe('a stated confidence', () => {
  it('is shifted in its log odds, and keeps its order', () => {
    expect(logistic(logOdds(0.83))).toBeCloseTo(0.83, 9);
    const [low, high] = [said(0.7).confidence!, said(0.95).confidence!];
    expect(low).toBeLessThan(high);
    expect(logOdds(high)).toBeCloseTo(logOdds(0.95) + FAULT_ROWS.leak.confidenceShift, 6);
  });
  it('is never certain, and never less than even', () => {
    expect(said(1).confidence).toBeLessThanOrEqual(0.99);
    expect(said(0.5).confidence).toBeGreaterThanOrEqual(0.5);
  });
  it('is left alone where a finding states none or reports nothing wrong', () => {
    expect(said(null).confidence).toBeNull();
    expect(said(0.9, 'good').confidence).toBe(0.9);
    const unknown = notEvaluable('leak', '%', 'no_data');
    expect(withCalibratedConfidence(unknown)).toBe(unknown);
  });
});
