import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { logistic, logOdds } from '@aerowatch/domain/faults/steps/calibrate';
import { describe, expect, it } from 'vitest';
import { calibrationDiagram, wilson } from './diagram.ts';
import { fitOf, fittedShifts } from './fit.ts';
import type { Outcome } from './play.ts';

/** Findings stated with a confidence, of which `so` are true. */
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
    expect(logistic(logOdds(0.95) - FAULT_ROWS.slipped_wire.confidenceShift + shift)).toBeCloseTo(0.7, 1);
  });
  it('says how many of each were so, and takes files of outcomes from several runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fit-'));
    try {
      const runs = [[outcome(300, 200, 0.95)], [outcome(100, 80, 0.95)]];
      const files = runs.map((run, i) => {
        const file = join(folder, `${i}.json`);
        // As --outcomes writes them: a list for every task.
        writeFileSync(file, JSON.stringify([run]));
        return file;
      });
      const args = [join(import.meta.dirname, '..', 'diagnostics.ts'), '--fit', '--from', files.join()];
      const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
      expect(said).toBe(fitOf(runs.flat()));
      expect(said).toContain('// 280 of 400 so');
      expect(said).toContain('400 findings');
    } finally {
      rmSync(folder, { recursive: true });
    }
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
