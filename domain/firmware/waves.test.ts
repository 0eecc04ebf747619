import { describe, expect, it } from 'vitest';
import { isPassed, isStopped, wavesOf } from './waves.ts';

const sizes = (count: number) =>
  [1, 2, 3].map((wave) => wavesOf(count, 'standard').filter((one) => one === wave).length);
const wave = { size: 100, failed: 0, installed: 0, cancelled: 0, blocked: 0 };

describe('waves of a rollout', () => {
  it.each([
    [1, [1, 0, 0]],
    [2, [1, 1, 0]],
    [10, [1, 1, 8]],
    [11, [1, 2, 8]],
    [1000, [1, 100, 899]],
  ])('%i boxes: one, a tenth, the rest', (count, expected) => expect(sizes(count)).toEqual(expected));
  it('may be one for all', () => expect(wavesOf(3, 'none')).toEqual([1, 1, 1]));
  it('stop above the percentage, not at it', () => {
    expect(isStopped({ ...wave, failed: 5 }, 5, 0)).toBe(false);
    expect(isStopped({ ...wave, failed: 6 }, 5, 0)).toBe(true);
    expect(isStopped({ ...wave, failed: 6 }, 5, 6)).toBe(false);
    expect(isStopped({ ...wave, size: 1, failed: 1 }, 5, 0)).toBe(true);
    expect(isStopped({ ...wave, size: 0 }, 5, 0)).toBe(false);
  });
  it('are passed when all that could be offered are through', () => {
    expect(isPassed({ ...wave, installed: 97, failed: 3 })).toBe(true);
    expect(isPassed({ ...wave, installed: 96, failed: 3 })).toBe(false);
    expect(isPassed({ ...wave, size: 1, blocked: 1 })).toBe(false);
    expect(isPassed({ ...wave, size: 2, blocked: 1, installed: 1 })).toBe(true);
  });
});
