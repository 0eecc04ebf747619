import { afterEach, expect, test, vi } from 'vitest';
import { watchPool } from './measure-pool.ts';

afterEach(() => vi.useRealTimers());

test('counts the seconds of the last ten minutes in which somebody waited', () => {
  vi.useFakeTimers();
  const pool = { waitingCount: 0 };
  const watch = watchPool(pool, () => Date.now());
  vi.advanceTimersByTime(30_000);
  expect(watch.secondsWaiting()).toBe(0);
  pool.waitingCount = 4;
  vi.advanceTimersByTime(90_000);
  expect(watch.secondsWaiting()).toBe(90);
  pool.waitingCount = 0;
  vi.advanceTimersByTime(9 * 60_000);
  expect(watch.secondsWaiting()).toBe(60);
  vi.advanceTimersByTime(2 * 60_000);
  expect(watch.secondsWaiting()).toBe(0);
  watch.stop();
});
