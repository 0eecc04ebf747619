import { expect, it } from 'vitest';
import type { Answer } from '../../lib/api/contract.ts';
import { classesOf, classOf } from './chance-classes.ts';

const peaks = {
  days: ['2026-07-01', '2026-07-02'],
  aero: [1, 2, 3, 4],
  box: [10, 10, 11, 12],
  chance: [
    [0.1, 0.3],
    [0, 0.6],
    [null, null],
    [null, 0.05],
  ],
} as Answer<'forecastPeaks'>;

it('takes the largest chance of a box, of a day or of all; what is not forecast is never calm', () => {
  expect([...classesOf(peaks, null)]).toEqual([
    [10, 'likely'],
    [11, 'no_forecast'],
    [12, 'calm'],
  ]);
  expect([...classesOf(peaks, '2026-07-01')]).toEqual([
    [10, 'calm'],
    [11, 'no_forecast'],
    [12, 'no_forecast'],
  ]);
  expect([0.19, 0.2, 0.5, null].map(classOf)).toEqual(['calm', 'risk', 'likely', 'no_forecast']);
});
