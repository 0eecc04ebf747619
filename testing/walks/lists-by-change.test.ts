import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAKE, next, type Side } from '../access-walk/store-things.ts';
import { makeSide } from '../access-walk/store-world.ts';
import { startTestServer, type TestServer } from '../start-test-server.ts';

type Make = (server: TestServer, side: Side, userId: number) => Promise<number>;
/** Each list, the table behind it, and how one of its things is made. */
const LISTS: Readonly<Record<string, { table: string; make: Make; query?: string }>> = {
  'boxes.list': { table: 'boxes', make: MAKE.box },
  'aeros.list': {
    table: 'aeros',
    make: async (server, { client }) => (await server.createBox({ client, aeros: [{}] })).aeroIds[0]!,
  },
  'clients.list': { table: 'clients', make: async (server) => (await server.createClient()).id },
  'users.list': { table: 'users', make: MAKE.user },
  'supervisors.list': { table: 'supervisors', make: MAKE.supervisor },
  'silences.list': { table: 'silences', make: MAKE.silence, query: 'over=true' },
  'tags.list': { table: 'tags', make: MAKE.tag },
  'keys.list': { table: 'api_keys', make: MAKE.key },
  'duty_rosters.list': {
    table: 'duty_rosters',
    // A client has one.
    make: async (server, side, userId) =>
      MAKE.duty_roster(server, { ...side, client: (await server.createClient()).id }, userId),
  },
  'notifications.list': { table: 'messages', make: MAKE.notification },
  'firmwares.list': { table: 'firmwares', make: MAKE.firmware },
  'rollouts.list': { table: 'rollouts', make: MAKE.rollout },
  'jobs.list': { table: 'jobs', make: MAKE.job },
  'notes.list': { table: 'notes', make: MAKE.note },
  'saved_views.list': { table: 'saved_views', make: MAKE.saved_view },
  'webhooks.list': { table: 'webhooks', make: MAKE.webhook },
  'work_orders.list': {
    table: 'work_orders',
    // A box has at most one open order of each kind.
    make: async ({ db }, side) => {
      const what = { kind: `walked ${next()}`, title: side.mark, description: '', source: 'manual' };
      const row = { client_id: side.client, box_id: side.box, ...what };
      return (await db.insertInto('work_orders').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
  },
};

const itemOf = (response: unknown): z.ZodRawShape | undefined => {
  const results = response instanceof z.ZodObject ? response.shape.results : undefined;
  const item = results instanceof z.ZodArray ? results.element : undefined;
  return item instanceof z.ZodObject ? item.shape : undefined;
};
/** Pages of things with an id that say when they were changed. */
const PAGED = ENDPOINTS.filter(({ method, response }) => {
  const item = itemOf(response);
  return method === 'GET' && item !== undefined && 'id' in item && 'updated_at' in item;
});

let server: TestServer;
let side: Side;
let api: TestServer['admin']['api'];
let userId: number;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'web' } });
  side = await makeSide(server, 'Eiger');
  const admin = await server.createUser({ level: 'admin', client: side.client });
  [api, userId] = [admin.api, admin.id];
});
afterAll(() => server?.stop());

const BASE = Date.parse('2026-06-01T00:00:00Z');
const minute = (of: number) => new Date(BASE + of * 60_000);

it('every list of things that say when they were changed can be read by it', () => {
  expect(PAGED.map(({ name }) => name).sort()).toEqual(Object.keys(LISTS).sort());
});

describe.each(Object.entries(LISTS))('%s', (name, { table, make, query }) => {
  const path = ENDPOINTS.find((endpoint) => endpoint.name === name)!.path;
  const changed = (id: number, at: Date) =>
    sql`update ${sql.table(table)} set updated_at = ${at} where id = ${id}`.execute(server.db);
  const read = async (address: string) => {
    const answer = await api.get(address);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { results, count, next: link } = answer.body;
    const onwards = link === null ? null : `${path}?${link.split('?')[1]}`;
    return { ids: results.map(({ id }: { id: number }) => id), count, onwards };
  };

  it('returns what was changed since, and goes on at a cursor while things change', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await make(server, side, userId));
    await sql`update ${sql.table(table)} set updated_at = ${minute(-9000)}`.execute(server.db);
    const [a, b, c, d, e] = ids as [number, number, number, number, number];
    for (const [i, id] of ids.entries()) await changed(id, minute(i));
    // Two of the same moment: the cursor stands between them.
    await changed(d, minute(2));
    const since = `${path}?updated_since=${minute(2).toISOString()}&page_size=1&${query ?? ''}`;
    const first = await read(since);
    expect(first).toMatchObject({ ids: [c], count: 3 });
    const second = await read(first.onwards!);
    expect(second.ids).toEqual([d]);
    // One that was read changes again, one from before is changed, a new one is made.
    await changed(c, minute(10));
    await changed(a, minute(11));
    const made = await make(server, side, userId);
    await changed(made, minute(12));
    const rest: number[] = [];
    for (let page = second; page.onwards !== null; ) {
      page = await read(page.onwards);
      rest.push(...page.ids);
    }
    expect(rest).toEqual([e, c, a, made]);
    expect(rest).not.toContain(b);
  });

  it('refuses an ordering, a page number, and a cursor by itself', async () => {
    const since = `${path}?updated_since=${minute(0).toISOString()}`;
    for (const contradiction of [`${since}&ordering=id`, `${since}&page=2`, `${path}?cursor=1,1`])
      expect((await api.get(contradiction)).status).toBe(400);
    expect((await api.get(`${since}&cursor=nonsense`)).body.cursor).toHaveLength(1);
  });
});
