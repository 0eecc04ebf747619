import { expect, test } from 'vitest';
import { ChunkFailure, isChunkFailure, loadWithin } from './chunk-failure.ts';

test('a load that takes too long fails, one in time does not', async () => {
  await expect(loadWithin(() => new Promise(() => undefined), 10)).rejects.toThrow('10 ms');
  await expect(loadWithin(async () => 7, 10)).resolves.toBe(7);
});
test('failed loads are told from errors of a screen, in the words of the browsers', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: /a.js',
    'error loading dynamically imported module: /a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /a.css',
  ])
    expect(isChunkFailure(new TypeError(text))).toBe(true);
  expect(isChunkFailure(new ChunkFailure('x'))).toBe(true);
  expect(isChunkFailure(new TypeError('x is undefined'))).toBe(false);
});
