import { expect, it } from 'vitest';
import { classesOf, classOf } from './chance-classes.ts';

const chances = {
  days: ['2026-07-01', '2026-07-02'],
  box: [10, 11, 12],
  chance: [
    [0.1, 0.6],
    [null, null],
    [null, 0.05],
  ],
};

it('takes the chance of a day, or the largest of all; what is not forecast is never calm', () => {
  expect([...classesOf(chances, null)]).toEqual([
    [10, 'likely'],
    [11, 'no_forecast'],
    [12, 'calm'],
  ]);
  expect([...classesOf(chances, '2026-07-01')]).toEqual([
    [10, 'calm'],
    [11, 'no_forecast'],
    [12, 'no_forecast'],
  ]);
  expect([0.19, 0.2, 0.5, null].map(classOf)).toEqual(['calm', 'risk', 'likely', 'no_forecast']);
});
