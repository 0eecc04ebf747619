import { expect, it } from 'vitest';
import { chanceLook } from '../../entities/forecast/use-chance-look.ts';
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

const proven = (_box: number, chance: number | null) => chanceLook(chance, 0.2, true);

it('takes the chance of a day, or the largest of all; what is not forecast is never calm', () => {
  expect([...classesOf(chances, null, proven)]).toEqual([
    [10, 'likely'],
    [11, 'no_forecast'],
    [12, 'calm'],
  ]);
  expect([...classesOf(chances, '2026-07-01', proven)]).toEqual([
    [10, 'calm'],
    [11, 'no_forecast'],
    [12, 'no_forecast'],
  ]);
  const classes = [0.19, 0.2, 0.5, null].map((chance) => classOf(chance, proven(0, chance)));
  expect(classes).toEqual(['calm', 'risk', 'likely', 'no_forecast']);
});

it('is grey where chances have proved no better than climate, and until that is known', () => {
  const look = (chance: number, isProven: boolean | undefined) => chanceLook(chance, 0.2, isProven);
  for (const isProven of [false, undefined]) {
    expect(classOf(0.72, look(0.72, isProven))).toBe('unproven');
    expect(classOf(0.1, look(0.1, isProven))).toBe('calm');
  }
  expect(chanceLook(0.3, 0.4, true)).toBe('calm');
  expect(chanceLook(0.12, 0.1, true)).toBe('risk');
});
