import type { ChangeEvent } from '@aerowatch/contracts/events';
import { expect, test } from 'vitest';
import { makeLog } from '../log/log.ts';
import { clientScope, type UserViewer, viewerOf } from '../viewer.ts';
import type { Subscriber } from './audience.ts';
import { batch } from './batch.ts';
import { makeDelivery } from './delivery.ts';
import type { Loader } from './events-for.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const AWAY = 'timeout exceeded when trying to connect';

function member(id: number, clientId: number): UserViewer {
  const facts = { id, client_id: clientId, is_staff: false, is_superuser: false, groups: [], language: 'en' };
  const names = { email: '', first_name: '', last_name: '', time_zone: 'UTC', unit_system: 'metric' };
  return viewerOf({ ...facts, ...names }, null);
}
const change = (id: number, box: number, clientId: number) => ({
  id,
  entity: 'boxes',
  type: 'updated',
  entity_id: box,
  client_id: clientId,
  user_id: null,
});
interface Listener extends Subscriber {
  readonly told: ChangeEvent[];
  readonly ends: number[];
}
function stage(load: Loader) {
  const delivery = makeDelivery(
    new Map([['boxes', { load, shared: false, perUser: false }]]),
    makeLog('silent'),
  );
  const listen = (id: number, clientId: number): Listener => {
    const [told, ends]: [ChangeEvent[], number[]] = [[], []];
    const listener = {
      viewer: member(id, clientId),
      aeros: new Set([1, 2]),
      told,
      ends,
      send: (event: ChangeEvent) => void told.push(event),
      end: () => void ends.push(performance.now()),
    };
    delivery.subscribers.add(listener);
    return listener;
  };
  return { delivery, listen };
}
const idsOf = ({ told }: Listener) => told.map(({ id }) => id);
/** Fails once, like a pool that is exhausted for a moment. */
function failsOnce(): Loader {
  let loads = 0;
  return async (viewer, ids) => {
    loads += 1;
    if (loads === 1) throw new Error(AWAY);
    return ids.map((id) => ({ id, readFor: clientScope(viewer) }));
  };
}

test('a change of rights during the look-up: no user receives the events of another', async () => {
  const { delivery, listen } = stage(failsOnce());
  const [moved, stays] = [listen(1, 5), listen(2, 5)];
  const work = delivery.changes([change(1, 77, 6), change(2, 78, 5)]);
  await wait(50);
  moved.viewer = member(1, 6);
  // Looked up again at a heartbeat, and unchanged.
  stays.viewer = member(2, 5);
  await work;
  expect(stays.told.map(({ id, data }) => [id, data])).toEqual([[78, { id: 78, readFor: 5 }]]);
  expect([moved.told, moved.ends.length, stays.ends.length]).toEqual([[], 1, 0]);
});
test('nor measures, nor what it missed', async () => {
  const { delivery, listen } = stage(async (_viewer, ids) => ids.map((id) => ({ id })));
  const measured = listen(1, 5);
  const move = (one: Listener) => {
    one.viewer = member(3, 6);
  };
  await delivery.measures(async () => {
    move(measured);
    return new Map([[1, [1]]]);
  }, [{ aero: 1, from: 0, to: 1 }]);
  const missed = listen(2, 5);
  await delivery.missed(missed, async () => {
    await delivery.changes([change(2, 78, 5)]);
    move(missed);
    return [change(1, 77, 5)];
  });
  expect([measured.told, missed.told]).toEqual([[], []]);
  await expect.poll(() => [measured.ends.length, missed.ends.length]).toEqual([1, 1]);
});

test('a box that cannot be looked up keeps nobody from the others, and ends no stream', async () => {
  const { delivery, listen } = stage(async (_viewer, ids) => {
    if (ids.includes(13)) throw new TypeError('of null');
    return ids.map((id) => ({ id }));
  });
  const listener = listen(1, 5);
  const changes = [12, 13, 14, 15].map((box, at) => change(at, box, 5));
  await delivery.changes(changes);
  expect(idsOf(listener)).toEqual([12, 14, 15]);
  expect(await delivery.missed(listener, async () => changes)).toBe(true);
  expect([idsOf(listener), listener.ends]).toEqual([[12, 14, 15, 12, 14, 15], []]);
});
test('nor do the measures of an AERO', async () => {
  const { delivery, listen } = stage(async () => []);
  const listener = listen(1, 5);
  await delivery.measures(
    async (_viewer, spans) => {
      if (spans.some(({ aero }) => aero === 1)) throw new TypeError('of null');
      return new Map(spans.map(({ aero }) => [aero, [1]]));
    },
    [
      { aero: 1, from: 0, to: 1 },
      { aero: 2, from: 0, to: 1 },
    ],
  );
  expect([idsOf(listener), listener.ends]).toEqual([[2], []]);
});
test('only the first that fails is waited for: all others wait with it', async () => {
  let loads = 0;
  const { delivery, listen } = stage(async () => {
    loads += 1;
    throw new Error(AWAY);
  });
  const listeners = Array.from({ length: 20 }, (_, at) => listen(at, at));
  const begun = performance.now();
  await delivery.changes(listeners.map((_, at) => change(at, at, at)));
  expect(loads).toBe(3 + 19);
  // No longer than the pauses of one.
  expect(performance.now() - begun).toBeLessThan(2 * 1200);
  await expect.poll(() => listeners.every(({ ends }) => ends.length === 1)).toBe(true);
});
test('streams that are let go end one after the other, and hear nothing meanwhile', async () => {
  const { delivery, listen } = stage(async (_viewer, ids) => ids.map((id) => ({ id })));
  const listeners = Array.from({ length: 40 }, (_, at) => listen(at, 5));
  const ended = () => listeners.filter(({ ends }) => ends.length > 0).length;
  delivery.letGo();
  expect(ended()).toBe(1);
  await delivery.changes([change(1, 77, 5)]);
  await expect.poll(ended).toBe(40);
  expect(listeners.flatMap(idsOf)).toEqual([]);
  const last = listeners.at(-1)!.ends[0]!;
  expect(last - listeners[0]!.ends[0]!).toBeGreaterThan(150);
});
test('limits the events that wait while missed ones are sent', async () => {
  const { delivery, listen } = stage(async (_viewer, ids) => ids.map((id) => ({ id })));
  const listener = listen(1, 5);
  const found = Promise.withResolvers<undefined>();
  const resumed = delivery.missed(listener, () => found.promise);
  for (let round = 0; round < 5; round += 1)
    await delivery.changes(Array.from({ length: 500 }, (_, at) => change(at, at, 5)));
  expect(listener.ends).toHaveLength(1);
  found.resolve(undefined);
  expect([await resumed, listener.told]).toEqual([false, []]);
});
test('after one that failed the next is used all the same', async () => {
  const used: number[][] = [];
  const failures: unknown[] = [];
  const collect = batch<number>(
    1,
    (items) => {
      used.push([...items]);
      if (used.length === 1) throw new Error('no');
    },
    (error) => failures.push(error),
  );
  collect([1]);
  await expect.poll(() => failures.length).toBe(1);
  collect([2]);
  await expect.poll(() => used).toEqual([[1], [2]]);
});
