import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiError } from '../../errors.ts';
import { visitor } from '../../viewer.ts';
import { callerRate } from './caller-rate.ts';

const key = (id: number) => ({ kind: 'key', id, clientId: 1, scopes: [] }) as const;
/** The number of simultaneous calls that pass, and the message of the first refusal. */
function through(rate: ReturnType<typeof callerRate>, calls: number, method: string, id = 1) {
  let [passed, told] = [0, ''];
  for (let call = 0; call < calls; call += 1)
    try {
      rate.count(key(id), method);
      passed += 1;
    } catch (error) {
      const { status, detail, headers } = error as ApiError;
      told ||= `${status} ${detail} ${headers['Retry-After']}`;
    }
  return { passed, told };
}

// Time is stopped, however long the loops take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('lets calls of thirty seconds through at once, a fifth of them changes, each caller alone', () => {
  const rate = callerRate(5);
  expect(through(rate, 60, 'POST')).toEqual({ passed: 30, told: '429 too_many_changes|1 1' });
  // Refused calls count too.
  expect(through(rate, 200, 'GET')).toEqual({ passed: 90, told: '429 too_many_calls|5 1' });
  expect(through(rate, 10, 'GET', 2)).toEqual({ passed: 10, told: '' });
});

it('fills again as time passes', () => {
  const rate = callerRate(10);
  expect(through(rate, 301, 'GET').passed).toBe(300);
  vi.advanceTimersByTime(1000);
  expect(through(rate, 20, 'GET').passed).toBe(10);
});

it('says the whole seconds until the next one', () => {
  expect(through(callerRate(2), 20, 'PATCH').told).toBe('429 too_many_changes|0.4 3');
});

it('lets everything through when it is off', () => {
  const rate = callerRate(null);
  expect(through(rate, 100_000, 'POST').told).toBe('');
  rate.count(visitor, 'GET');
});
