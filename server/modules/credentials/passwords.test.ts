import { expect, it } from 'vitest';
import { refuseWeak } from './passwords.ts';

const MARIE = ['Marie', 'Fontaine', 'marie.fontaine'];
const refusal = (password: string) => {
  try {
    refuseWeak(password, 'password', MARIE);
    return undefined;
  } catch (error) {
    return (error as { fields: Record<string, string[]> }).fields.password?.[0];
  }
};

it.each(['fontaine-2026!!', 'marie.fontaine2026', 'MarieMarie2026', '2026_Fontaine_xyz'])(
  'refuses %s to Marie Fontaine',
  (password) => expect(refusal(password)).toBe('password_personal'),
);
it.each(['tension of the wire 7', 'fontaine under the viaduct', 'maritime pole 105'])(
  'takes %s',
  (password) => expect(refusal(password)).toBeUndefined(),
);
