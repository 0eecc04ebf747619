import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn, signedOut } from '../lib/state/authentication.ts';
import { profileChanged } from '../lib/state/profile.ts';
import { loadCollections } from './load.ts';
import { store } from './store.ts';

let status = 200;
let reads = 0;
const measures = [{ box: 1, measures: [{ aero: 10, date: '2026-01-01T00:00:00Z', temperature: 12 }] }];

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  reads = 0;
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    const body = status === 200 ? { results: measures, count: 1, next: null } : { detail: 'no' };
    return Response.json(body, { status });
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
  const { entities } = store.getState();
  const { measures: table, counts, failures, status: states } = entities;
  return [table.ids, counts.measures, failures.measures?.status, states.measures];
}
const KNOWN = [[10], 1, undefined, 'loaded'];

test.each([429, 503])(
  'what was known stays when reading it again answers %i, and is tried again',
  async (bad) => {
    await load();
    expect(known()).toEqual(KNOWN);
    status = bad;
    await load();
    expect(known()).toEqual([[10], 1, bad, 'loaded']);
    // Still failing: tried once more, after a longer wait.
    await vi.advanceTimersByTimeAsync(4000);
    expect([reads, known()]).toEqual([3, [[10], 1, bad, 'loaded']]);
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
  expect(known()).toEqual([[], 0, 403, 'loaded']);
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
