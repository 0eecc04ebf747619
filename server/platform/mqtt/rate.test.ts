import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { makeAdmission } from './admission.ts';
import { bucketPer, makeBucket } from './rate.ts';
import { matches, mayPublish, maySubscribe } from './topics.ts';

describe('bucket', () => {
  test('gives a burst at once and then so many a second', () => {
    const bucket = makeBucket(10, 3);
    expect([1, 2, 3, 4].map(() => bucket.tryTake(1000))).toEqual([true, true, true, false]);
    expect(bucket.tryTake(1100)).toBe(true);
    expect(bucket.tryTake(1100)).toBe(false);
    expect(bucket.tryTake(9999)).toBe(true);
  });
  test('tells who takes in advance how long to wait', () => {
    const bucket = makeBucket(10, 1);
    expect([bucket.take(0), bucket.take(0), bucket.take(0)].map(Math.round)).toEqual([0, 100, 200]);
    expect(Math.round(bucket.take(1000))).toBe(0);
  });
  test('one per name; those that are full again are forgotten', () => {
    const buckets = bucketPer(10, 10);
    for (let n = 0; n < 1000; n++) buckets.of(`box ${n}`, 0);
    expect(buckets.of('box 1', 0)).toBe(buckets.of('box 1', 0));
    buckets.of('new', 5000);
    expect(buckets.size).toBeLessThan(5);
  });
});

test('admission lets so many in a second, in order, and skips who left', async () => {
  const admitted: number[] = [];
  const sockets = Array.from({ length: 60 }, (_, n) =>
    Object.assign(new EventEmitter(), {
      n,
      destroyed: false,
      destroy() {
        this.destroyed = true;
      },
    }),
  );
  let busy = false;
  const admission = makeAdmission({
    perSecond: 10,
    maxWaiting: 55,
    busy: () => busy,
    admit: (socket) => void admitted.push((socket as unknown as { n: number }).n),
  });
  for (const socket of sockets) admission.add(socket as unknown as Socket);
  expect(admitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  sockets[10]?.destroy();
  await expect.poll(() => admitted.length, { timeout: 3000 }).toBe(13);
  expect(admitted.slice(10)).toEqual([11, 12, 13]);
  busy = true;
  const before = admitted.length;
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const meanwhile = admitted.length - before;
  expect(meanwhile, 'not all while those who are in bring enough').toBeLessThanOrEqual(4);
  expect(meanwhile, 'but some').toBeGreaterThanOrEqual(2);
  busy = false;
  await expect.poll(() => admitted.length - before, { timeout: 3000 }).toBeGreaterThan(meanwhile + 3);
  admission.stop();
  expect(sockets.filter((socket) => socket.destroyed).length).toBeGreaterThan(10);
});

describe('topics', () => {
  test.each([
    ['boxes/A/desired', 'boxes/A/desired', true],
    ['boxes/A/#', 'boxes/A/firmware/state', true],
    ['boxes/A/+', 'boxes/A/firmware', true],
    ['boxes/A/+', 'boxes/A/firmware/state', false],
    ['boxes/A/desired', 'boxes/A/command', false],
    ['boxes/A/desired/#', 'boxes/A/desired', true],
  ])('%s matches %s: %s', (filter, topic, expected) => {
    expect(matches(filter, topic)).toBe(expected);
  });
  test('a box stays below its own', () => {
    expect(mayPublish('A', 'boxes/A/measures')).toBe(true);
    for (const topic of [
      'boxes/AB/measures',
      'boxes/A/',
      'boxes/A',
      'boxes',
      'x/boxes/A/measures',
      'boxes/A/+',
    ])
      expect(mayPublish('A', topic)).toBe(false);
    expect(maySubscribe('A', 'boxes/A/#')).toBe(true);
    for (const filter of ['#', 'boxes/#', 'boxes/+/desired', 'boxes/A', '+/A/desired', 'boxes/AB/desired'])
      expect(maySubscribe('A', filter)).toBe(false);
  });
});
