import { expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { wake } from './jobs.ts';

const server = await testServer({ env: { LOG_LEVEL: 'silent' }, modules: [] });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a loop runs until nothing is due, sleeps, and is woken at once', async () => {
  let due = 3;
  let runs = 0;
  const stop = server.parts.jobs.loop({
    name: 'a',
    channel: 'test_a',
    everyMs: 60_000,
    run: async () => {
      runs += 1;
      const done = Math.min(due, 1);
      due -= done;
      return done;
    },
  });
  await expect.poll(() => runs).toBe(4);
  await wait(100);
  expect(runs).toBe(4);
  due = 1;
  await wake(server.db, 'test_a');
  await expect.poll(() => due).toBe(0);
  await stop();
});

test('a lost notification delays, a failure is tried again', async () => {
  const failed: unknown[] = [];
  let runs = 0;
  const stop = server.parts.jobs.loop({
    name: 'b',
    everyMs: 20,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
      // Reported while it lasts.
      if (runs === 2) failed.push(...server.parts.jobs.failing());
      return 0;
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(3);
  expect([failed, server.parts.jobs.failing()]).toEqual([[{ name: 'b', times: 1 }], []]);
  await stop();
});

test('stopping waits for the work under way and no more begins', async () => {
  let begun = 0;
  let finished = 0;
  let aborted = false;
  const stop = server.parts.jobs.loop({
    name: 'c',
    everyMs: 1,
    run: async (signal) => {
      begun += 1;
      await wait(200);
      aborted = signal.aborted;
      finished += 1;
      return 1;
    },
  });
  await expect.poll(() => begun, { interval: 5 }).toBe(1);
  await stop();
  expect([finished, aborted]).toEqual([1, true]);
  await wait(250);
  expect(begun).toBe(1);
});
