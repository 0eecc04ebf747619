import { afterEach, expect, test, vi } from 'vitest';
import { forgetEnded, forgetKept, isEnded, KEPT_ANSWERS, mayKeep, saysEnded } from './kept.ts';

afterEach(() => vi.unstubAllGlobals());

function withCaches(names: string[], answers: Response[] = []) {
  const held = new Set(names);
  vi.stubGlobal('caches', {
    keys: async () => [...held],
    delete: async (name: string) => held.delete(name),
    open: async () => ({ matchAll: async () => answers }),
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
const until = (ms: number) =>
  new Response('{}', { headers: { 'X-Offline-Until': new Date(ms).toISOString() } });
test('an answer ends with its session, and one without an end is over', () => {
  expect([isEnded(until(1000), 999), isEnded(until(1000), 1000), isEnded(new Response('{}'), 0)]).toEqual([
    false,
    true,
    true,
  ]);
});
test('stored data is deleted when the session of one of them is over, else it stays', async () => {
  const held = withCaches([KEPT_ANSWERS], [until(2000), until(1000)]);
  await forgetEnded(999);
  expect([...held]).toEqual([KEPT_ANSWERS]);
  await forgetEnded(1500);
  expect([...held]).toEqual([]);
});
test('a session is over by the refusal of its token alone', async () => {
  const signedIn = new Request('http://x/', { headers: { Authorization: 'Token a' } });
  const refused = (status: number, code: string) => Response.json({ code }, { status });
  const says = (request: Request, response: Response) => saysEnded(request, response);
  expect(await says(signedIn, refused(401, 'unauthorized'))).toBe(true);
  expect(await says(signedIn, refused(401, 'confirm_again'))).toBe(false);
  expect(await says(signedIn, refused(403, 'forbidden'))).toBe(false);
  expect(await says(new Request('http://x/'), refused(401, 'unauthorized'))).toBe(false);
  expect(await says(signedIn, new Response('<html>', { status: 401 }))).toBe(false);
});
