import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bucketPer, makeBucket } from '../load/rate.ts';
import { makeAdmission } from './embedded/admission.ts';
import { messageCost } from './embedded/broker.ts';
import { makeNetworks } from './embedded/networks.ts';
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
  test('a box that sends long messages waits as one that sends many', () => {
    const [long, short] = [makeBucket(200, 2000), makeBucket(200, 2000)];
    // A quarter of an hour of 37 messages of 240 kB a second, compared with as many of a day's batch.
    const waits = [240_000, 9_000].map((bytes, n) => {
      const bucket = [long, short][n]!;
      let wait = 0;
      for (let second = 0; second < 900; second += 1)
        for (let i = 0; i < 37; i += 1) wait = bucket.take(second * 1000, messageCost(bytes));
      return wait;
    });
    expect(waits[0]).toBeGreaterThan(60_000);
    expect(waits[1]).toBe(0);
  });
  test('one per name; those that are full again are forgotten', () => {
    const buckets = bucketPer(10, 10);
    for (let n = 0; n < 1000; n++) buckets.of(`box ${n}`, 0);
    expect(buckets.of('box 1', 0)).toBe(buckets.of('box 1', 0));
    buckets.of('new', 5000);
    expect(buckets.size).toBeLessThan(5);
  });
});

test('admission lets so many in a second, in order, and skips who left', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const admitted: number[] = [];
  const sockets = Array.from({ length: 60 }, (_, n) =>
    Object.assign(new EventEmitter(), {
      n,
      remoteAddress: '192.0.2.1',
      destroyed: false,
      destroy() {
        this.destroyed = true;
      },
    }),
  );
  let busy = false;
  const admission = makeAdmission({
    perSecond: 10,
    maxWaiting: 110,
    networks: makeNetworks([]),
    busy: () => busy,
    admit: (socket) => void admitted.push((socket as unknown as { n: number }).n),
  });
  for (const socket of sockets) admission.add(socket as unknown as Socket);
  expect(admitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  sockets[10]?.destroy();
  vi.advanceTimersByTime(320);
  expect(admitted.slice(10)).toEqual([11, 12, 13]);
  busy = true;
  vi.advanceTimersByTime(2500);
  expect(admitted.length - 13, 'some, not all, while those who are in bring enough').toBe(3);
  busy = false;
  vi.advanceTimersByTime(320);
  expect(admitted.length - 16, 'as many at once as had not been let in').toBeGreaterThanOrEqual(10);
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

describe('networks', () => {
  const sockets = (count: number, remoteAddress: string) =>
    Array.from({ length: count }, () =>
      Object.assign(new EventEmitter(), {
        remoteAddress,
        destroyed: false,
        destroy: () => undefined,
      }),
    ) as unknown as (Socket & EventEmitter)[];
  const admitting = (shared: string[] = []) => {
    const networks = makeNetworks(shared);
    const admitted: string[] = [];
    const admission = makeAdmission({
      perSecond: 2000,
      maxWaiting: 20_000,
      networks,
      busy: () => false,
      admit: (socket) => void admitted.push(socket.remoteAddress ?? ''),
    });
    return { networks, admitted, admission };
  };
  test('take turns: who comes after thousands of another waits for one of them', async () => {
    const { admitted, admission } = admitting();
    for (const socket of sockets(2500, '192.0.2.1')) admission.add(socket);
    for (const socket of sockets(3, '2001:db8::7')) admission.add(socket);
    await expect.poll(() => admitted.filter((one) => one === '2001:db8::7').length).toBe(3);
    expect(admitted.length, 'before all of the others').toBeLessThan(2500);
    admission.stop();
  });
  test('hold so many connections that showed no password; those of a balancer are not counted', async () => {
    const { networks, admitted, admission } = admitting(['10.0.0.0/8']);
    const silent = sockets(1200, '192.0.2.1');
    for (const socket of silent) admission.add(socket);
    expect(admitted).toHaveLength(1000);
    networks.known(silent[0] as Socket);
    expect(networks.mayEnter('192.0.2.1', 0)).toBe(true);
    silent[0]?.emit('close');
    networks.enter('192.0.2.1', sockets(1, '192.0.2.1')[0] as Socket);
    expect(networks.mayEnter('192.0.2.1', 0)).toBe(false);
    const many = sockets(900, '10.1.2.3');
    for (const socket of many) admission.add(socket);
    await expect.poll(() => admitted.length).toBe(1900);
    for (let n = 0; n < 5000; n += 1) networks.failed(networks.of(many[0] as Socket), 0);
    expect(networks.mayEnter(networks.of(many[0] as Socket), 1)).toBe(true);
    admission.stop();
  });
  test('that guess are let in slowly for a minute, not shut out', () => {
    const networks = makeNetworks([]);
    for (let n = 0; n < 301; n += 1) networks.failed('192.0.2.1', 0);
    const entering = (now: number) =>
      Array.from({ length: 500 }, () => networks.mayEnter('192.0.2.1', now)).filter(Boolean).length;
    expect(entering(10)).toBe(100);
    expect(entering(1010)).toBe(100);
    expect(networks.mayEnter('192.0.2.2', 10)).toBe(true);
    expect(entering(61_000)).toBe(500);
  });
});
