import { expect, test } from 'vitest';
import { firstScreen } from './screen-files.ts';

test.each([
  ['visitor', '/login', 'login'],
  ['visitor', '/', 'login'],
  ['visitor', '/privacy', 'privacy'],
  ['observer', '/', 'dashboard'],
  ['observer', '/login', 'dashboard'],
  ['observer', '/galland-boxes/7', 'box'],
  ['privileged', '/galland-boxes/create', 'boxCreate'],
  ['observer', '/clients', null],
  ['admin', '/nowhere', null],
] as const)('%s at %s is shown %s first', (level, pathname, key) => {
  expect(firstScreen(level, pathname)).toBe(key);
});
