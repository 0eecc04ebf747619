import { expect, it } from 'vitest';
import { verdictOn } from './verdict.ts';

const said = (password: string, score: number | null, warning: string | null = null) =>
  verdictOn(password, ['Marie', 'Fontaine'], score === null ? null : { score, warning });

it('says nothing of nothing, and nothing before the estimate is there', () => {
  expect(said('', 4)).toBeNull();
  expect(said('tension of the wire', null)).toBeNull();
});

it('calls strong only what the server takes', () => {
  expect(said('tension of the wire', 4)).toEqual({ level: 4, word: 'strong', warning: null });
  expect(said('Summer2026!!', 3, 'common')).toEqual({ level: 3, word: 'fair', warning: 'common' });
  expect(said('passwordpassword', 0, 'topTen')).toMatchObject({ level: 1, word: 'very_weak' });
  expect(said('Xk8#mQ2!vL9', 4)).toMatchObject({ level: 0, word: 'short' });
  expect(said('fontaine-2026!!', 4)).toMatchObject({ word: 'personal' });
});

it('leaves out what it has no words for', () => {
  expect(said('some words here', 2, 'pwned')).toEqual({ level: 2, word: 'weak', warning: null });
});
