import { expect, it } from 'vitest';
import { type Faults, reportedSeldom } from '../../testing.ts';

const DAYS = 60;
const found = (faults: Faults) => reportedSeldom(DAYS, faults);
/**
 * Measures whose stroke reads 200 mm too high, by their index from the end, with one measure every six hours.
 */
const odd = (...index: number[]): Faults => ({
  sensed: (m, _, i) => {
    const before = DAYS * 4 - 1 - i / 36;
    return index.includes(before) ? { stroke: m.stroke! + 200 } : {};
  },
});

it('two odd measures of the newest three are no jump', () => {
  expect(found(odd(0, 2))).toEqual([]);
  expect(found(odd(0, 1, 3, 4))).toEqual([]);
});

it('a wire that lets go is reported from the third measure on, at six hours too', () => {
  const slip = { creep: (day: number) => (day >= DAYS - 0.75 ? -200 : 0) };
  expect(found(slip)).toContain('break');
});
