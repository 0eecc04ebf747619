import { expect, it } from 'vitest';
import { addChance, brierSkill, noScore } from './score.ts';

const of = (...told: readonly (readonly [stated: number, happened: boolean])[]) => {
  const score = noScore();
  for (const [stated, happened] of told) addChance(score, stated, happened, 0.02);
  return score;
};

it('gains on the climate what the squared errors say', () => {
  const score = of([0, false], [0, false], [0.9, true]);
  expect(brierSkill(score)).toBeCloseTo(1 - 0.01 / (0.98 ** 2 + 2 * 0.02 ** 2));
  expect(brierSkill(of([0.02, false], [0.02, true]))).toBe(0);
  expect(brierSkill(of([0.9, false], [0, true]))).toBeLessThan(0);
});

it('claims no skill where a margin was never reached, or always', () => {
  const never = of([0, false], [0, false], [0.001, false]);
  // A climate that always keeps a small chance would lose to this, although nothing was forecast.
  expect(never.brier).toBeLessThan(never.reference);
  expect(brierSkill(never)).toBeNull();
  expect(brierSkill(of([1, true]))).toBeNull();
  expect(brierSkill(noScore())).toBeNull();
});
