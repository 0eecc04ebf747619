import { afterEach, expect, it, vi } from 'vitest';
import { canUsePasskeys } from './passkey.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['http://localhost:8080', true],
  ['https://rail.example', true],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
])('passkeys are offered at a name alone: %s', (address, offered) => {
  const location = new URL(address);
  vi.stubGlobal('window', { PublicKeyCredential: class {}, location });
  expect(canUsePasskeys(null)).toBe(offered);
  expect(canUsePasskeys(location.origin)).toBe(true);
  expect(canUsePasskeys('https://elsewhere.example')).toBe(false);
});
