import { describe, expect, test } from 'vitest';
import { makeLoad, makeTurns } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('one of a person at a time, a few in all, nobody behind somebody else’s queue', async () => {
    const turns = makeTurns({ atOnce: 2, mostWaiting: 5 });
    const began: string[] = [];
    const ends = new Map<string, () => void>();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1'])
      void turns.take(name.charAt(0)).then((end) => {
        began.push(name);
        ends.set(name, end);
      });
    await settled();
    expect(began).toEqual(['a1', 'b1']);
    ends.get('a1')?.();
    await settled();
    expect(began).toEqual(['a1', 'b1', 'a2']);
    ends.get('b1')?.();
    await settled();
    expect(began.at(-1)).toBe('c1');
    ends.get('a2')?.();
    await settled();
    expect(began.at(-1)).toBe('a3');
  });
  test('a caller that leaves the queue leaves no gap; one that asks too often is refused', async () => {
    const turns = makeTurns({ atOnce: 4, mostWaiting: 1 });
    const end = await turns.take('a');
    const stop = new AbortController();
    const left = turns.take('a', stop.signal);
    await expect(turns.take('a')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    stop.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = turns.take('a');
    end();
    (await next)();
  });
});

test('long work gives way to who waits, but not for ever', async () => {
  const load = makeLoad();
  await load.giveWay();
  const done = load.begin();
  let went = false;
  const waiting = load.giveWay().then(() => {
    went = true;
  });
  await settled();
  await settled();
  expect(went).toBe(false);
  done();
  await waiting;
  load.begin();
  const start = performance.now();
  await load.giveWay();
  expect(performance.now() - start).toBeGreaterThan(200);
});

test('it rests between two pieces while people are there, and only then', async () => {
  const load = makeLoad();
  const wait = async (spent?: number) => {
    const start = performance.now();
    await load.giveWay(spent);
    return performance.now() - start;
  };
  await wait();
  expect(Math.min(await wait(), await wait(), await wait())).toBeLessThan(20);
  load.begin()();
  expect(await wait(60)).toBeGreaterThan(115);
  // Short work causes no rest by itself; it adds up.
  expect([await load.giveWay(5), await load.giveWay(15)]).toEqual([false, true]);
});
