import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestServer } from '../../../testing/start-test-server.ts';
import type { TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { manualClock } from '../clock.ts';
import { transaction } from '../database/db.ts';
import { clientScope } from '../viewer.ts';
import { type Events, notifyMeasures, recheckSessions, recordChange } from './events.ts';
import { makeResponseCache } from './response-cache.ts';

interface Line {
  id?: string;
  event?: string;
  data?: { entity: string; type: string; id: number; data: unknown };
}
/** Reads an event stream as a browser does. */
async function open(server: TestServer, user: TestUser, options: { query?: string; lastId?: string } = {}) {
  const abort = new AbortController();
  const headers = {
    Authorization: `Token ${user.token}`,
    ...(options.lastId === undefined ? {} : { 'Last-Event-ID': options.lastId }),
  };
  const response = await fetch(`${server.url}/api/events/${options.query ?? ''}`, {
    headers,
    signal: abort.signal,
  });
  const lines: Line[] = [];
  const ended = (async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        if (fields.has('data'))
          lines.push({
            id: fields.get('id'),
            event: fields.get('event'),
            data: JSON.parse(fields.get('data') ?? 'null'),
          });
      }
    }
  })().catch(() => undefined);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  const changes = () => lines.filter((line) => line.event === undefined).map((line) => line.data);
  return { status: response.status, lines, changes, ended, close: () => abort.abort() };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const server = await testServer({
  heartbeatMs: 200,
  modules: [
    ({ events }) => {
      events.registerLoader('boxes', async (viewer, ids) =>
        ids.map((id) => ({ id, seen_by: clientScope(viewer) })),
      );
      events.registerLoader('firmwares', async (_viewer, ids) => ids.map((id) => ({ id })), {
        shared: true,
      });
      events.registerLoader('jobs', async (_viewer, ids) => ids.map((id) => ({ id })));
      events.registerMeasures(
        async (_viewer, spans) => new Map(spans.map(({ aero, from, to }) => [aero, [{ from, to }]])),
      );
      return { name: 'loaders' };
    },
  ],
});
const forget = () => server.db.deleteFrom('change_events').execute();
const one = await server.createClient();
const other = await server.createClient();

describe('changes', () => {
  test('reach those who may see them, as they may see them, after the commit only', async () => {
    const mine = await open(server, await server.createUser({ client: one.id }));
    const foreign = await open(server, await server.createUser({ client: other.id }));
    const nobody = await open(server, await server.createUser());
    const admin = await open(server, server.admin);
    await transaction(server.db, async (trx) => {
      await recordChange(trx, { entity: 'boxes', type: 'updated', id: 5, clientId: one.id });
      await wait(150);
      expect(mine.changes()).toEqual([]);
    });
    await expect
      .poll(() => mine.changes())
      .toEqual([{ entity: 'boxes', type: 'updated', id: 5, data: { id: 5, seen_by: one.id } }]);
    await expect
      .poll(() => admin.changes())
      .toEqual([{ entity: 'boxes', type: 'updated', id: 5, data: { id: 5, seen_by: null } }]);
    await transaction(server.db, async (trx) => {
      await recordChange(trx, { entity: 'boxes', type: 'deleted', id: 6, clientId: null });
      await recordChange(trx, { entity: 'firmwares', type: 'added', id: 1, clientId: null });
    });
    await expect.poll(() => admin.changes().length).toBe(3);
    await expect
      .poll(() => mine.changes().slice(1))
      .toEqual([{ entity: 'firmwares', type: 'added', id: 1, data: { id: 1 } }]);
    await expect.poll(() => nobody.changes().length).toBe(1);
    expect(foreign.changes().map((event) => event?.entity)).toEqual(['firmwares']);
    for (const stream of [mine, foreign, nobody, admin]) stream.close();
  });
  test('a rolled back one is never told; one for a user is sent to nobody else', async () => {
    const user = await server.createUser({ client: one.id });
    // New streams also get the events from just before.
    await forget();
    const mine = await open(server, user);
    const admin = await open(server, server.admin);
    await transaction(server.db, async (trx) => {
      await recordChange(trx, { entity: 'boxes', type: 'updated', id: 9, clientId: one.id });
      throw new Error('no');
    }).catch(() => undefined);
    await recordChange(server.db, {
      entity: 'jobs',
      type: 'updated',
      id: 3,
      clientId: one.id,
      userId: user.id,
    });
    await expect.poll(() => mine.changes().map((event) => event?.entity)).toEqual(['jobs']);
    await wait(150);
    expect(admin.changes()).toEqual([]);
    mine.close();
    admin.close();
  });
  test('measures of the chosen AEROs come, of others not', async () => {
    const stream = await open(server, server.admin, { query: '?aeros=11,12' });
    await notifyMeasures(server.db, [
      { aero: 11, from: 1, to: 2 },
      { aero: 11, from: 3, to: 4 },
      { aero: 13, from: 1, to: 2 },
    ]);
    await expect
      .poll(() => stream.changes())
      .toEqual([{ entity: 'measures', type: 'added', id: 11, data: [{ from: 1, to: 4 }] }]);
    stream.close();
  });
});

describe('streams', () => {
  test('resume after the last event, and say when they cannot', async () => {
    const user = await server.createUser({ client: one.id });
    const first = await open(server, user);
    await recordChange(server.db, { entity: 'boxes', type: 'updated', id: 21, clientId: one.id });
    await expect.poll(() => first.changes().length).toBe(1);
    first.close();
    const lastId = first.lines.at(-1)?.id ?? '';
    await recordChange(server.db, { entity: 'boxes', type: 'deleted', id: 22, clientId: one.id });
    await recordChange(server.db, { entity: 'boxes', type: 'deleted', id: 23, clientId: other.id });
    const second = await open(server, user, { lastId });
    await expect.poll(() => second.changes().map((event) => event?.id)).toContain(22);
    expect(second.changes().map((event) => event?.id)).not.toContain(23);
    second.close();
    const third = await open(server, user, { lastId: '999999999' });
    await expect.poll(() => third.lines.map((line) => line.event)).toContain('reset');
    third.close();
    // After that its position is known, and it does not read everything again at each reconnect.
    const fourth = await open(server, user, { lastId: third.lines.at(-1)?.id ?? '' });
    await expect.poll(() => fourth.changes().map((event) => event?.id)).toContain(22);
    expect(fourth.lines.map((line) => line.event)).not.toContain('reset');
    fourth.close();
  });
  test('are told what changed while their page was read, a reader of another client is not', async () => {
    await recordChange(server.db, { entity: 'boxes', type: 'deleted', id: 27, clientId: one.id });
    const mine = await open(server, await server.createUser({ client: one.id }));
    const foreign = await open(server, await server.createUser({ client: other.id }));
    await expect.poll(() => mine.changes().map((event) => event?.id)).toContain(27);
    await recordChange(server.db, { entity: 'boxes', type: 'deleted', id: 28, clientId: other.id });
    await expect.poll(() => foreign.changes().map((event) => event?.id)).toContain(28);
    expect(foreign.changes().map((event) => event?.id)).not.toContain(27);
    mine.close();
    foreign.close();
  });
  test('end when their token dies: at once when told, at the next heartbeat else', async () => {
    const user = await server.createUser({ client: one.id });
    const stream = await open(server, user);
    await server.db.deleteFrom('tokens').where('user_id', '=', user.id).execute();
    await recheckSessions(server.db, user.id);
    await stream.ended;
    const late = await server.createUser({ client: one.id });
    const quiet = await open(server, late);
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', late.id).execute();
    await quiet.ended;
  });
  test('a right that is taken away acts on an open stream', async () => {
    const user = await server.createUser({ client: one.id, level: 'admin' });
    let stream = await open(server, user);
    // Data loaded with earlier rights may end it: a browser reconnects at once.
    let isOver = false;
    const comeBack = (): void =>
      void stream.ended.then(async () => {
        if (isOver) return;
        stream = await open(server, user);
        comeBack();
      });
    comeBack();
    await server.db
      .updateTable('users')
      .set({ is_staff: false, client_id: other.id })
      .where('id', '=', user.id)
      .execute();
    await recheckSessions(server.db, user.id);
    // In order: when the second has arrived, the first would have arrived too.
    const tell = (id: number, clientId: number) =>
      recordChange(server.db, { entity: 'boxes', type: 'updated', id, clientId });
    const known = () => stream.changes().map((event) => event?.id);
    let id = 30;
    const hears = async () => {
      id += 2;
      await tell(id, one.id);
      await tell(id + 1, other.id);
      await expect.poll(known).toContain(id + 1);
      return known().includes(id);
    };
    await expect.poll(hears).toBe(false);
    isOver = true;
    stream.close();
  });
  test('need a session', async () => {
    expect((await server.api().get('/events/')).status).toBe(401);
  });
});

test('one person holds twenty streams; the next is refused in words, others’ are not, and one that ends makes room', async () => {
  const user = await server.createUser({ client: one.id });
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(server, user)));
  const refused = await user.api.get('/events/');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_streams',
    '60',
  ]);
  expect(refused.body.detail).toContain('Too many live connections');
  (await open(server, await server.createUser({ client: one.id }))).close();
  streams[0]?.close();
  await expect
    .poll(async () => {
      const abort = new AbortController();
      const headers = { Authorization: `Token ${user.token}` };
      const { status } = await fetch(`${server.url}/api/events/`, { headers, signal: abort.signal });
      abort.abort();
      return status;
    })
    .toBe(200);
  for (const stream of streams) stream.close();
});

test('of hundreds of streams asked for at once by one session all but twenty are refused before it is looked up', async () => {
  const user = await server.createUser({ client: one.id });
  const abort = new AbortController();
  const statuses: number[] = [];
  const ask = async () => {
    const headers = { Authorization: `Token ${user.token}` };
    const { status } = await fetch(`${server.url}/api/events/`, { headers, signal: abort.signal });
    statuses.push(status);
  };
  const waiting = await transaction(server.db, async (trx) => {
    // No session can be looked up until this ends.
    await sql`lock table tokens`.execute(trx);
    const all = Array.from({ length: 100 }, ask);
    await expect.poll(() => statuses.length).toBe(80);
    return all;
  });
  await Promise.all(waiting);
  abort.abort();
  expect(statuses).toEqual([...Array(80).fill(429), ...Array(20).fill(200)]);
});

test('an answer is made once for all who ask meanwhile, anew after a change, and is let go when its time is over', async () => {
  const events = { hub: { listen: () => () => undefined } } as unknown as Events;
  // The clock is stopped: by age alone the answer would be fresh for ever.
  const kept = makeResponseCache<number>({ db: server.db, clock: manualClock(0), events });
  let made = 0;
  const make = async (): Promise<number> => {
    made += 1;
    const mine = made;
    // Waits twenty times as long, so that all requests have been made.
    await wait(50);
    return mine;
  };
  const all = await Promise.all([kept('one', make), kept('one', make), kept('other', make)]);
  expect(new Set(all).size).toBe(2);
  await transaction(server.db, (trx) =>
    recordChange(trx, { entity: 'boxes', type: 'updated', id: 1, clientId: one.id }),
  );
  expect(await kept('one', make)).toBe(3);
  await expect.poll(() => kept('one', make)).toBe(4);
});
