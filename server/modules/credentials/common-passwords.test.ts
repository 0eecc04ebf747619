import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('common passwords', () => {
  it.each([
    '1qaz2wsx3edc',
    'QWERTY123456',
    'sonyericsson',
    'Password1234',
    'Motdepasse2024!',
    'azertyuiop12',
    '123admin123!!',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'abcdefghijkl',
    'lkjhgfdsqpoi',
    'passwordpassword',
    'p@ssw0rd2026!',
    'Summer2026!!',
    'Printemps2026',
    'Décembre2026!',
    '2026-bienvenuebienvenue!',
  ])('refuses %s', (password) => expect(isCommonPassword(password)).toBe(true));
  it.each([
    'tension of the wire 7',
    'correct horse battery',
    'Vl9-kueno-Tarp',
    'admin-of-the-north-line',
    '0b4c1a77e2f9',
  ])('takes %s', (password) => expect(isCommonPassword(password)).toBe(false));
});
