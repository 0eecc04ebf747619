import { expect, it } from 'vitest';
import { FEW_REACHED, isProven } from './proven.ts';

const sums = (brier: number, reached: number) => ({
  judged: 1000,
  brier,
  reference: 40,
  binHits: [reached - 5, 5],
});

it('is proven by enough margins that were reached, and better than climate', () => {
  expect(isProven(sums(20, FEW_REACHED))).toBe(true);
  expect(isProven(sums(20, FEW_REACHED - 1))).toBe(false);
  expect(isProven(sums(40, 500))).toBe(false);
  expect(isProven(sums(60, 500))).toBe(false);
  expect(isProven({ judged: 0, brier: 0, reference: 0, binHits: [] })).toBe(false);
});
