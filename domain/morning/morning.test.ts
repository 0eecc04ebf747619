import { expect, it, test } from 'vitest';
import { type MorningFacts, morningOf } from './morning.ts';

const calm: MorningFacts = {
  verdict: 'good',
  alerts: 0,
  silent: false,
  unsatisfactory: false,
  dueIn: null,
  chance: null,
};
it('asks nobody for an AERO of which nothing is wrong, nor for work that is due another day', () => {
  expect(morningOf(calm)).toBeNull();
  expect(morningOf({ ...calm, dueIn: 1 })).toBeNull();
});
test.each([
  ['finding', { verdict: 'bad', alerts: 3, silent: true }, ['finding', 'alert', 'silent']],
  ['work_order', { dueIn: -2, alerts: 1, verdict: 'watch' }, ['finding', 'work_order', 'alert']],
  ['alert', { alerts: 1, silent: true, chance: 0.9 }, ['alert', 'silent', 'forecast']],
  ['forecast', { chance: 0.6, silent: true }, ['silent', 'forecast']],
  ['silent', { chance: 0.3, silent: true }, ['silent', 'forecast']],
  ['forecast', { chance: 0.3, verdict: 'watch' }, ['finding', 'forecast']],
  ['finding', { verdict: 'watch', unsatisfactory: true }, ['finding', 'unsatisfactory']],
  ['unsatisfactory', { unsatisfactory: true }, ['unsatisfactory']],
] as const)('the one reason is %s', (reason, facts, all) => {
  expect(morningOf({ ...calm, ...facts })).toMatchObject({ reason, all });
});
it('puts what is broken before what is watched', () => {
  const rank = (facts: Partial<MorningFacts>) => morningOf({ ...calm, ...facts })!.rank;
  expect(rank({ verdict: 'bad' })).toBeLessThan(rank({ alerts: 1 }));
  expect(rank({ alerts: 1 })).toBeLessThan(rank({ verdict: 'watch' }));
});
