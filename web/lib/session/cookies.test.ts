import { afterEach, expect, test, vi } from 'vitest';
import { cookies } from './cookies.ts';

afterEach(() => vi.unstubAllGlobals());

function withDocument(protocol: string, held = '') {
  const written: string[] = [];
  vi.stubGlobal('location', { protocol, pathname: '/' });
  vi.stubGlobal('document', {
    get cookie() {
      return held;
    },
    set cookie(value: string) {
      written.push(value);
    },
  });
  return written;
}

test('a cookie goes nowhere else, not in clear, and with the browser unless it shall last', () => {
  const written = withDocument('https:');
  cookies.set('device', 'a;b', false);
  cookies.set('device', 'a', true);
  cookies.remove('device');
  expect(written).toEqual([
    'device=a%3Bb; Path=/; SameSite=Strict; Secure',
    'device=a; Path=/; SameSite=Strict; Secure; Max-Age=31536000',
    'device=; Path=/; SameSite=Strict; Secure; Max-Age=0',
  ]);
});
test('at a console without https it is kept all the same', () => {
  const written = withDocument('http:');
  cookies.set('device', 'a', false);
  expect(written).toEqual(['device=a; Path=/; SameSite=Strict']);
});
test('a value is read by its whole name', () => {
  withDocument('https:', 'my_device=1; device=a%3Bb; x=2');
  expect([cookies.get('device'), cookies.get('other')]).toEqual(['a;b', null]);
});
