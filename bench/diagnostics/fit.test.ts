import { logistic, logOdds, SHIFTS } from '@aerowatch/domain/diagnostics/calibrated';
import { describe, expect, it } from 'vitest';
import { calibrationDiagram, wilson } from './diagram.ts';
import { fittedShifts } from './fit.ts';
import type { Outcome } from './play.ts';

/** Findings stated with a confidence, `so` of them true. */
const outcome = (said: number, so: number, confidence: number): Outcome => ({
  id: 'made',
  severity: null,
  climate: 'alps-1200',
  episodes: Array.from({ length: said }, (_, i) => ({
    key: 'break' as const,
    from: 0,
    to: 0,
    worst: 'watch' as const,
    value: 1,
    confidence,
    truth: i < so ? ('named' as const) : ('false' as const),
    details: {},
  })),
  detected: null,
  rightFirst: null,
  rightOrBoth: false,
  notWatched: false,
  diagnoses: 0,
  ms: 0,
  years: 0,
});

describe('the fit of confidences', () => {
  it('shifts findings stated at 95 % that are true seven times out of ten to about 70 %', () => {
    const shift = fittedShifts([outcome(400, 280, 0.95)]).break!;
    expect(logistic(logOdds(0.95) - SHIFTS.break! + shift)).toBeCloseTo(0.7, 1);
  });
  it('shows few findings with a wide range, and a diagram that is drawn', () => {
    const [low, high] = wilson(4, 5);
    expect(high - low).toBeGreaterThan(0.5);
    const svg = calibrationDiagram(
      [
        { from: 0.7, to: 0.8, said: 5, so: 4, mean: 0.75 },
        { from: 0.8, to: 0.9, said: 0, so: 0, mean: null },
      ],
      'Confidence',
    );
    expect(svg.match(/<circle/g)).toHaveLength(1);
    expect(svg).toContain('4 of 5 so');
  });
});
