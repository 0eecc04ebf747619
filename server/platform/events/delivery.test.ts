import type { ChangeEvent } from '@aerowatch/contracts/events';
import { afterEach, expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { transaction } from '../database/db.ts';
import { makeLog } from '../log/log.ts';
import { system } from '../viewer.ts';
import { type Loader, makeEvents, recordChange, recordChanges, type Subscriber } from './events.ts';
import type { Hub } from './hub.ts';
import { CHANGES_CHANNEL } from './record.ts';
import { newestChange } from './store-events.ts';

const server = await testServer({ modules: [() => ({ name: 'none' })] });
const log = makeLog('silent');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A hub whose notifications come when the test sends them. */
function handHub() {
  const heard: ((payload: string) => void)[] = [];
  const gaps: (() => void)[] = [];
  const hub = {
    listen: (channel: string, handler: (payload: string) => void) => {
      if (channel === CHANGES_CHANNEL) heard.push(handler);
      return () => undefined;
    },
    onGap: (handler: () => void) => {
      gaps.push(handler);
      return () => undefined;
    },
  } as unknown as Hub;
  return {
    hub,
    notify: (id: number) => heard.forEach((handler) => void handler(String(id))),
    gap: () => gaps.forEach((handler) => void handler()),
  };
}
const leaving: (() => void)[] = [];
afterEach(() => leaving.splice(0).forEach((leave) => void leave()));

function stage(load: Loader) {
  const { hub, notify, gap } = handHub();
  const events = makeEvents(server.db, hub, log);
  events.registerLoader('boxes', load);
  const sent: ChangeEvent[] = [];
  let ended = 0;
  const subscriber: Subscriber = {
    viewer: system,
    aeros: new Set(),
    send: (event) => void sent.push(event),
    end: () => {
      ended += 1;
    },
  };
  leaving.push(events.subscribe(subscriber));
  /** A committed change of box `id`. */
  const change = async (id: number): Promise<number> => {
    await transaction(server.db, (trx) =>
      recordChange(trx, { entity: 'boxes', type: 'updated', id, clientId: null }),
    );
    return newestChange(server.db);
  };
  const told = () => sent.map(({ id, data }) => [id, (data as { version: number }).version]);
  return { events, subscriber, notify, gap, change, told, ended: () => ended };
}
/** Loads the present state; the first load is held until it is released. */
function heldFirst() {
  let version = 1;
  const held = Promise.withResolvers<void>();
  let loads = 0;
  const load: Loader = async (_viewer, ids) => {
    const [mine, seen] = [loads, version];
    loads += 1;
    if (mine === 0) await held.promise;
    return ids.map((id) => ({ id, version: seen }));
  };
  const next = (): void => {
    version += 1;
  };
  return { load, loads: () => loads, release: held.resolve, next };
}

test('never sends an earlier state after a later one', async () => {
  const { load, loads, release, next } = heldFirst();
  const { notify, change, told } = stage(load);
  notify(await change(5));
  await expect.poll(loads).toBe(1);
  next();
  notify(await change(5));
  await wait(200);
  release();
  await expect.poll(() => told().at(-1)).toEqual([5, 2]);
  expect(told()).toEqual([
    [5, 1],
    [5, 2],
  ]);
});
test('nor by a stream that is told what it missed', async () => {
  const { load, loads, release, next } = heldFirst();
  const { events, subscriber, notify, change, told } = stage(load);
  const before = await change(4);
  await change(5);
  const resumed = events.resume(subscriber, before);
  await expect.poll(loads).toBe(1);
  next();
  notify(await change(5));
  await expect.poll(loads).toBe(2);
  await wait(100);
  release();
  expect(await resumed).toBe(true);
  expect(told().filter(([id]) => id === 5)).toEqual([
    [5, 1],
    [5, 2],
  ]);
});
test('a change that could not be looked up at once is told all the same', async () => {
  let fails = 1;
  const { notify, change, told, ended } = stage(async (_viewer, ids) => {
    if (fails-- > 0) throw new Error('timeout exceeded when trying to connect');
    return ids.map((id) => ({ id, version: 1 }));
  });
  notify(await change(6));
  await expect.poll(told).toEqual([[6, 1]]);
  expect(ended()).toBe(0);
});
test('disconnects a client that does not read, which returns and receives the missed events', async () => {
  let loads = 0;
  const { notify, change, told, ended } = stage(async () => {
    loads += 1;
    throw new Error('timeout exceeded when trying to connect');
  });
  notify(await change(7));
  await expect.poll(ended).toBe(1);
  expect([loads, told()]).toEqual([3, []]);
});
test('notifications that were lost, were they the first of all: every stream comes back', async () => {
  const { gap, ended } = stage(async () => []);
  gap();
  await expect.poll(ended).toBe(1);
});
test('a new stream is told what changed while its page was read', async () => {
  const { events, subscriber, change, told } = stage(async (_viewer, ids) =>
    ids.map((id) => ({ id, version: 1 })),
  );
  await change(8);
  expect(await events.resume(subscriber, undefined)).toBe(true);
  expect(told()).toContainEqual([8, 1]);
});
test('also by a transaction that began long before and committed then; what is older it has read', async () => {
  const { events, subscriber, change, told } = stage(async (_viewer, ids) =>
    ids.map((id) => ({ id, version: 1 })),
  );
  const began = async (id: number, seconds: number) => {
    const row = await change(id);
    const at = new Date(Date.now() - seconds * 1000);
    await server.db.updateTable('change_events').set({ at }).where('id', '=', row).execute();
  };
  await began(9, 65);
  await began(10, 75);
  expect(await events.resume(subscriber, undefined)).toBe(true);
  const boxes = told().map(([id]) => id);
  expect(boxes).toContain(9);
  expect(boxes).not.toContain(10);
});
test('more than its connection holds: its page is read again, and it is not cut off', async () => {
  const { events, subscriber, change, told, ended } = stage(async (_viewer, ids) =>
    ids.map((id) => ({ id, version: 1, note: id >= 300 ? 'x'.repeat(100_000) : '' })),
  );
  const before = await newestChange(server.db);
  for (let id = 300; id < 312; id += 1) await change(id);
  expect(await events.resume(subscriber, before)).toBe(false);
  expect([told(), ended()]).toEqual([[], 0]);
});
test('so many that its page is read again: it is told to', async () => {
  const { events, subscriber, told } = stage(async (_viewer, ids) => ids.map((id) => ({ id, version: 1 })));
  const changes = Array.from({ length: 7001 }, (_, id) => ({
    entity: 'boxes' as const,
    type: 'updated' as const,
    id,
    clientId: null,
  }));
  await transaction(server.db, (trx) => recordChanges(trx, changes));
  expect(await events.resume(subscriber, undefined)).toBe(false);
  // Nothing is left out for one that came before the first change of all, either.
  await transaction(server.db, (trx) => recordChanges(trx, changes));
  expect(await events.resume(subscriber, 0)).toBe(false);
  expect(told()).toEqual([]);
});
