import { afterEach, expect, test, vi } from 'vitest';
import { forgetKept, KEPT_ANSWERS, mayKeep } from './kept.ts';

afterEach(() => vi.unstubAllGlobals());

function withCaches(names: string[]) {
  const held = new Set(names);
  vi.stubGlobal('caches', {
    keys: async () => [...held],
    delete: async (name: string) => held.delete(name),
  });
  return held;
}

test('an answer is kept only where the server allows it', () => {
  const answer = (status: number, headers: Record<string, string>) =>
    mayKeep({ status, headers: new Headers(headers) });
  expect(answer(200, { 'X-Offline-Copy': 'allowed' })).toBe(true);
  expect(answer(200, {})).toBe(false);
  expect(answer(404, { 'X-Offline-Copy': 'allowed' })).toBe(false);
});
test('signing out removes every answer, also those of earlier versions; the shell stays', async () => {
  const held = withCaches(['aerowatch-answers', KEPT_ANSWERS, 'aerowatch-shell-1']);
  await forgetKept();
  expect([...held]).toEqual(['aerowatch-shell-1']);
});
test('a new service worker removes those of earlier versions', async () => {
  const held = withCaches(['aerowatch-answers', KEPT_ANSWERS, 'aerowatch-shell-1']);
  await forgetKept(KEPT_ANSWERS);
  expect([...held]).toEqual([KEPT_ANSWERS, 'aerowatch-shell-1']);
});
