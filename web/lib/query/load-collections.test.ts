import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn, signedOut } from '../state/authentication.ts';
import { profileChanged } from '../state/profile.ts';
import { store } from '../state/store.ts';
import { isWhole } from './collection-state.ts';
import './live-events.ts';
import { loadCollections, noteShown } from './load-collections.ts';
import { queryApi } from './query-api.ts';

let status = 200;
let reads = 0;
let count = 1;
let headers: Record<string, string> = {};
const measures = [{ box: 1, measures: [{ aero: 10, date: '2026-01-01T00:00:00Z', temperature: 12 }] }];

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  reads = 0;
  count = 1;
  headers = {};
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    const body = status === 200 ? { results: measures, count, next: null } : { detail: 'no' };
    return Response.json(body, { status, headers });
  });
  store.dispatch(signedIn({ token: 'a' }));
  store.dispatch(profileChanged({ is_superuser: true, is_staff: true, is_active: true } as never));
});
afterEach(() => {
  store.dispatch(signedOut());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = () => loadCollections(['measures']);
function known(): unknown {
  const { measures: table, counts } = store.getState().entities;
  const { status, error } = queryApi.endpoints.collection.select('measures')(store.getState() as never);
  return [table.ids, counts.measures, (error as { status: number } | undefined)?.status, status];
}
const KNOWN = [[10], 1, undefined, 'fulfilled'];

test.each([429, 503])(
  'what was known stays when reading it again answers %i, and is tried again',
  async (bad) => {
    await load();
    expect(known()).toEqual(KNOWN);
    status = bad;
    await load();
    expect(known()).toEqual([[10], 1, bad, 'rejected']);
    // Still failing: tried once more, after a longer wait.
    await vi.advanceTimersByTimeAsync(4000);
    expect([reads, known()]).toEqual([3, [[10], 1, bad, 'rejected']]);
    status = 200;
    await vi.advanceTimersByTimeAsync(8000);
    expect([reads, known()]).toEqual([4, KNOWN]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads).toBe(4);
  },
);
test('after a refusal nothing stays, and nothing is tried again', async () => {
  await load();
  status = 403;
  await load();
  expect(known()).toEqual([[], 0, 403, 'rejected']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(2);
});
test('nothing is tried again for somebody who signed out, nor after it was read otherwise', async () => {
  await load();
  status = 503;
  await load();
  status = 200;
  await load();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(3);
  status = 503;
  await load();
  store.dispatch(signedOut());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(4);
});
test('the server says how long to wait, and that is kept to', async () => {
  await load();
  status = 429;
  headers = { 'retry-after': '30' };
  await load();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(reads).toBe(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads).toBe(3);
});
test('a collection is whole when all of it is here: not before, not in part, not when it could not be read', async () => {
  const whole = () => isWhole(store.getState(), 'measures');
  expect(whole()).toBe(false);
  await load();
  expect(whole()).toBe(true);
  count = 2;
  await load();
  expect(whole()).toBe(false);
  count = 1;
  status = 403;
  await load();
  expect(whole()).toBe(false);
});
test('a new sign-in during a list does not wait for the earlier list', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    await new Promise<void>((resolve) => answers.push(resolve));
    return Response.json({ results: measures, count: 1, next: null });
  });
  void load();
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(signedIn({ token: 'new' }));
  const again = load();
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().entities.measures.ids).toEqual([]);
  answers[1]?.();
  await again;
  expect(known()).toEqual(KNOWN);
});
test('all are loaded one after the other in the customer’s order', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    const { pathname } = new URL(String(url instanceof Request ? url.url : url), 'http://x');
    asked.push(pathname.replace(/^\/api\/|\/$/g, ''));
    return Response.json({ results: [], count: 0, next: null });
  });
  await loadCollections();
  expect(asked).toEqual([
    ...['aeros', 'clients', 'firmwares', 'tags', 'boxes', 'measures/boxes', 'supervisors', 'groups'],
    ...['users', 'alerts/opened', 'keys'],
  ]);
});
test('a collection of more than 2,000 boxes is a window: one page, and the number of all', async () => {
  count = 24_000;
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    return Response.json({ results: measures, count, next: '/next' });
  });
  await load();
  expect([reads, known()]).toEqual([1, [[10], 24_000, undefined, 'fulfilled']]);
  expect(store.getState().entities.windowed.measures).toBe(true);
  expect(isWhole(store.getState(), 'measures')).toBe(false);
});
test('a large fleet is loaded as far as it is shown: what is shown later is read then, and after a gap again', async () => {
  let asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    const { pathname } = new URL(String(url instanceof Request ? url.url : url), 'http://x');
    asked.push(pathname.replace(/^\/api\/|\/$/g, ''));
    if (pathname.includes('alerts')) return Response.json([], { headers: { 'x-total-count': '0' } });
    if (pathname.includes('tags')) return Response.json({ results: [], count: 0, next: null });
    return Response.json({ results: [{ id: 1, aeros: [] }], count: 24_000, next: '/next' });
  });
  const asking = async (act: () => unknown) => {
    asked = [];
    await act();
    await vi.advanceTimersByTimeAsync(10);
    return asked.sort();
  };
  // Of boxes there are too many, if there are so many AEROs.
  const first = ['aeros', 'alerts/opened'];
  expect(await asking(() => loadCollections())).toEqual(first);
  let end = () => undefined as unknown;
  const show = () => {
    end = noteShown('tags');
  };
  expect(await asking(show)).toEqual(['tags']);
  expect(await asking(() => loadCollections())).toEqual([...first, 'tags']);
  end();
  expect(await asking(() => loadCollections())).toEqual(first);
  // Nobody told it what changed during the gap.
  expect(await asking(show)).toEqual(['tags']);
  end();
});
