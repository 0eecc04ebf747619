import { describe, expect, it } from 'vitest';
import { isStrong } from './strength.ts';

const WORDS = ['Marie', 'Fontaine', 'marie.fontaine@example.com', 'Réseau Nord', 'AeroWatch'];

describe('strength', () => {
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
    'Decembre2026!',
    '2026-bienvenuebienvenue!',
    'soleilsoleil2026',
    'printemps-ete-2026',
    'marie.fontaine@example.com!',
    'Mariefontaine!',
    'fontaine-2026!!',
    'réseau nord 26',
    'reseau nord 26',
    'aerowatch2026!',
    'p4$$w0rd'.repeat(16),
  ])('is missing in %s', async (password) => expect(await isStrong(password, WORDS)).toBe(false));
  it.each([
    'tension of the wire 7',
    'correct horse battery',
    'le train de nuit 22',
    'ma fille a 7 ans',
    'admin-of-the-north-line',
    '0b4c1a77e2f9',
    'j4cq6Kfp92xq',
    'Xk8#mQ2!vL9$',
    'fontaine under the viaduct',
    'seven masts by the track',
  ])('is enough in %s', async (password) => expect(await isStrong(password, WORDS)).toBe(true));

  it('answers each of many at once with its own', async () => {
    const passwords = Array.from({ length: 12 }, (_, i) => (i % 3 ? 'azertyuiop12' : 'maritime pole 105'));
    expect(await Promise.all(passwords.map((one) => isStrong(one, [])))).toEqual(
      passwords.map((one) => one !== 'azertyuiop12'),
    );
  });
});
