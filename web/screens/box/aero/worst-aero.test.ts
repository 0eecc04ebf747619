import { expect, test } from 'vitest';
import { type AeroState, worstAero } from './worst-aero.ts';

const state = (position: number, changes: Partial<AeroState> = {}, sami = 'satisfactory'): AeroState => ({
  aero: { id: 10 + position, position, sami: sami as 'satisfactory' },
  verdict: 'good',
  alerts: 0,
  ...changes,
});
const worst = (...states: AeroState[]) => worstAero(states)?.aero.position;

test.each([
  ['the first where they are alike', 1, state(1), state(2)],
  ['by diagnosis before all', 2, state(1, { alerts: 4 }, 'unsatisfactory'), state(2, { verdict: 'bad' })],
  ['bad before watched', 2, state(1, { verdict: 'watch' }), state(2, { verdict: 'bad' })],
  ['by alerts where diagnoses are alike', 2, state(1, {}, 'unsatisfactory'), state(2, { alerts: 1 })],
  ['by SAMI then', 2, state(1), state(2, {}, 'improvement_needed')],
  ['without diagnoses', 2, state(1, { verdict: null }), state(2, { verdict: null, alerts: 1 })],
] as const)('opens %s', (_, position, one, other) => {
  expect(worst(one, other)).toBe(position);
});
test('a box without AEROs has none', () => {
  expect(worstAero([])).toBeUndefined();
});
