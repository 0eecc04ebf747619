import { newPassword } from '@aerowatch/contracts/api/password';
import { expect, it } from 'vitest';
import { hashPassword, isPassword, refuseWeak } from './passwords.ts';

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

it.each([
  ['letters alone', 'thewindbendstheolive'],
  ['spaces at both ends', '  tension of the wire 7  '],
  ['128 signs', `${'mast '.repeat(25)}end`],
  ['other alphabets', 'натяжение провода 7'],
])('is taken and compared as it came: %s', async (_what, password) => {
  expect(newPassword.parse(password)).toBe(password);
  const hash = await hashPassword(password);
  const others = [password.slice(0, -1), password.trim(), password.toUpperCase(), password.slice(0, 72)];
  expect(await isPassword(password, hash)).toBe(true);
  for (const other of others.filter((one) => one !== password))
    expect([other, await isPassword(other, hash)]).toEqual([other, false]);
});
it('is 12 to 128 signs long, and nothing is asked of what they are', () => {
  expect(newPassword.safeParse('a'.repeat(11)).success).toBe(false);
  expect(newPassword.safeParse('a'.repeat(12)).success).toBe(true);
  expect(newPassword.safeParse('a'.repeat(129)).success).toBe(false);
});
it('the hash is argon2id with the parameters that OWASP names', async () =>
  expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/));
