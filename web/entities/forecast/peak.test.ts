import type { PeaksAnswer } from '@aerowatch/contracts/api/forecast';
import { expect, test } from 'vitest';
import { peakOf } from './peak.ts';

const about = (aero: number, box: number) =>
  ({
    ...{ aero: [aero], box: [box], days: ['2026-07-01'], chance: [[0.6]], side: ['hot'] },
    ...{ unavailable: [null], work_order: [null] },
  }) as unknown as PeaksAnswer;

test('an answer about the AERO that was chosen before gives nothing to make an order of', () => {
  expect(peakOf(about(7, 70), 8)).toBeUndefined();
  expect(peakOf(about(8, 80), 8)).toMatchObject({ aero: 8, box: 80, chance: 0.6, day: '2026-07-01' });
  expect(peakOf(undefined, 8)).toBeUndefined();
});
