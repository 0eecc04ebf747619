import { expect, it } from 'vitest';
import { refuseWeak } from './passwords.ts';

const MARIE = { own: ['Marie', 'Fontaine', 'marie.fontaine'], around: ['Réseau Nord'] };
const refusal = async (password: string) => {
  try {
    await refuseWeak(password, 'password', MARIE);
    return undefined;
  } catch (error) {
    return (error as { fields: Record<string, string[]> }).fields.password?.[0];
  }
};

it.each(['fontaine-2026!!', 'marie.fontaine2026', 'MarieMarie2026', '2026_Fontaine_xyz'])(
  'refuses %s to Marie Fontaine',
  async (password) => expect(await refusal(password)).toBe('password_personal'),
);
it.each(['tension of the wire 7', 'fontaine under the viaduct', 'maritime pole 105'])(
  'takes %s',
  async (password) => expect(await refusal(password)).toBeUndefined(),
);
it('refuses the client with a tail', async () =>
  expect(await refusal('Réseau Nord 26')).toBe('password_guessable'));
