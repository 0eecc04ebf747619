import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { condition, minutes } from '../testing.ts';
import { supervisorsModule } from './index.ts';

const server = await testServer({ modules: [supervisorsModule] });
const client = await server.createClient();
const other = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
const box = await server.createBox({ client: client.id });
const foreignBox = await server.createBox({ client: other.id });

const valid = (overrides: object = {}) => ({
  name: 'Hot',
  aeros: [...box.aeroIds],
  conditions: [condition()],
  ...overrides,
});
const created = async (overrides: object = {}) => {
  const answer = await manager.api.post('/supervisors/', valid(overrides));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

describe('creating', () => {
  it('answers the supervisor with defaults filled in', async () => {
    const body = await created();
    expect(body).toMatchObject({ name: 'Hot', client: client.id, aeros: [...box.aeroIds], enabled: true });
    expect(body.conditions).toEqual([
      {
        id: expect.any(Number),
        metric: 'temperature',
        comparator: 'gt',
        value: 30,
        percent: 100,
        average: false,
        period: { value: 0, unit: 'minutes' },
        finding: null,
        recovery: null,
        hold_clear: null,
        severity: 'medium',
        actions: [{ type: 'email' }],
      },
    ]);
    expect((await member.api.get(`/supervisors/${body.id}/`)).body).toEqual(body);
  });

  it('is for privileged users', async () => {
    expect((await member.api.post('/supervisors/', valid())).status).toBe(403);
  });

  it('refuses a foreign AERO exactly like a missing one', async () => {
    const foreign = await manager.api.post(
      '/supervisors/',
      valid({ aeros: [...box.aeroIds, foreignBox.aeroIds[0]] }),
    );
    const missing = await manager.api.post(
      '/supervisors/',
      valid({ aeros: [...box.aeroIds, 2_000_000_000] }),
    );
    expect(foreign.status).toBe(400);
    const strip = ({ request_id, ...body }: Record<string, unknown>) => body;
    expect(strip(foreign.body)).toEqual(strip(missing.body));
    expect(foreign.body.aeros).toEqual(['Does not exist']);
  });

  it('refuses a foreign client, and AEROs of another client than the one named', async () => {
    expect((await manager.api.post('/supervisors/', valid({ client: other.id }))).body.client).toEqual([
      'Does not exist',
    ]);
    const mixed = await server.admin.api.post('/supervisors/', valid({ client: other.id }));
    expect(mixed.status).toBe(400);
    expect(mixed.body.aeros).toBeDefined();
  });

  it('finds the client by the AEROs when an admin names none', async () => {
    const answer = await server.admin.api.post('/supervisors/', valid());
    expect(answer.body.client).toBe(client.id);
  });

  it.each([
    ['percent with varies', { comparator: 'varies', percent: 50, period: minutes(30) }, 'percent'],
    ['period 0 with average', { average: true }, 'average'],
    ['period 0 with varies', { comparator: 'varies' }, 'period'],
    ['period 0 with percent', { percent: 50 }, 'percent'],
    ['period over 31 days', { period: { value: 745, unit: 'hours' } }, 'period'],
    ['average of a slope', { metric: 'displacement_time', period: minutes(30), average: true }, 'average'],
    ['a slope of nothing', { metric: 'displacement_temperature' }, 'period'],
    ['percent 0', { percent: 0, period: minutes(30) }, 'percent'],
    ['percent 101', { percent: 101, period: minutes(30) }, 'percent'],
    ['no action', { actions: [] }, 'actions'],
    ['an action twice', { actions: [{ type: 'email' }, { type: 'email' }] }, 'actions'],
    ['an unknown metric', { metric: 'noise' }, 'metric'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('refuses %s by name', async (_, overrides, field) => {
    const answer = await manager.api.post(
      '/supervisors/',
      valid({ conditions: [condition(), { ...condition(), ...overrides }] }),
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.conditions)).toEqual(['1']);
    expect(Object.keys(answer.body.conditions[1])).toContain(field);
  });

  it.each([undefined, null, ''])(
    'asks for a choice left out as %j before it lists what may be chosen',
    async (left) => {
      const empty = { ...condition(), metric: left, comparator: left, actions: [{ type: left }] };
      const { status, body } = await manager.api.post('/supervisors/', valid({ conditions: [empty] }));
      expect(status).toBe(400);
      expect(body.conditions[0]).toEqual({
        metric: ['Required'],
        comparator: ['Required'],
        actions: { 0: { type: ['Required'] } },
      });
    },
  );

  it.each([
    ['aeros', { aeros: [] }],
    ['conditions', { conditions: [] }],
    ['conditions', { conditions: Array.from({ length: 11 }, () => condition()) }],
    ['name', { name: ' ' }],
    ['surprise', { surprise: 1 }],
  ])('refuses wrong %s', async (field, overrides) => {
    const answer = await manager.api.post('/supervisors/', valid(overrides));
    expect(answer.status).toBe(400);
    expect(answer.body[field]).toBeDefined();
  });
});

describe('listing', () => {
  it('shows the own client only, filtered and searched', async () => {
    const foreign = await server.admin.api.post('/supervisors/', {
      ...valid({ aeros: [...foreignBox.aeroIds] }),
      name: 'Foreign',
    });
    const mine = await created({ name: 'Searched 100%', enabled: false });
    const all = (await member.api.get('/supervisors/?page_size=1000')).body;
    expect(all.results.map((one: { id: number }) => one.id)).toContain(mine.id);
    expect(all.results.map((one: { id: number }) => one.id)).not.toContain(foreign.body.id);
    const found = (await member.api.get('/supervisors/?search=100%25&enabled=false')).body;
    expect(found.results.map((one: { id: number }) => one.id)).toEqual([mine.id]);
    expect((await member.api.get(`/supervisors/?aero=${foreignBox.aeroIds[0]}`)).body.count).toBe(0);
    expect((await member.api.get(`/supervisors/${foreign.body.id}/`)).status).toBe(404);
    expect((await member.api.patch(`/supervisors/${foreign.body.id}/`, { enabled: false })).status).toBe(404);
    expect((await manager.api.delete(`/supervisors/${foreign.body.id}/`)).status).toBe(404);
  });
});

describe('counting', () => {
  it('names the AEROs of those that watch few, and counts those of all', async () => {
    const second = await server.createBox({ client: client.id });
    const aeros = [...box.aeroIds, ...second.aeroIds];
    const many = await created({ name: 'Counted many', aeros });
    const few = await created({ name: 'Counted few', aeros: [aeros[0]] });
    const left = await created({ name: 'Counted left', aeros: second.aeroIds });
    const elsewhere = await server.createBox({ client: client.id });
    const leaves = await created({ name: 'Counted leaves', aeros: [aeros[0], ...elsewhere.aeroIds] });
    await sql`update aeros set sami = 'unsatisfactory' where id = any(${aeros.slice(1, 3)}::int[])`.execute(
      server.db,
    );
    await sql`update boxes set client_id = ${other.id} where id = ${elsewhere.id}`.execute(server.db);

    const read = async (query: string) => {
      const { body } = await member.api.get(`/supervisors/?search=Counted&${query}`);
      return new Map(body.results.map((one: { id: number }) => [one.id, one]));
    };
    const most = aeros.length - 1;
    const counted = await read(`most_aeros=${most}`);
    expect(counted.get(many.id)).toMatchObject({ aeros: null, aero_count: 4, unsatisfactory_count: 2 });
    expect(counted.get(few.id)).toMatchObject({ aeros: [aeros[0]], aero_count: 1, unsatisfactory_count: 0 });
    expect(counted.get(left.id)).toMatchObject({ aeros: [...second.aeroIds], unsatisfactory_count: 1 });
    expect(counted.get(leaves.id)).toMatchObject({ aeros: [aeros[0]], aero_count: 1 });

    const whole = await read('');
    expect(whole.get(many.id)).toEqual(many);
    expect(whole.get(leaves.id)).toMatchObject({ aeros: [aeros[0]] });
    await sql`update aeros set sami = 'satisfactory' where id = any(${aeros}::int[])`.execute(server.db);
  });

  it('refuses a number that is none', async () => {
    expect((await member.api.get('/supervisors/?most_aeros=few')).status).toBe(400);
    expect((await member.api.get('/supervisors/?most_aeros=-1')).status).toBe(400);
  });
});

describe('editing', () => {
  it('members may; the answer tells enabled and disabled; the audit log tells what', async () => {
    const { id } = await created();
    expect((await member.api.patch(`/supervisors/${id}/`, { enabled: false })).body.enabled).toBe(false);
    expect((await member.api.patch(`/supervisors/${id}/`, { enabled: true })).body.enabled).toBe(true);
    const entries = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'supervisors')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.action)).toEqual(['create', 'update', 'update']);
    expect(entries[1]!.changes).toEqual({ enabled: { from: true, to: false } });
  });

  it('keeps the ids of conditions that are the same or named', async () => {
    const before = await created({ conditions: [condition(), condition({ value: 40 })] });
    const [first, second] = before.conditions;
    const sent = [{ ...condition({ value: 41 }), id: second.id }, condition(), condition({ value: 50 })];
    const after = (await member.api.patch(`/supervisors/${before.id}/`, { conditions: sent })).body;
    expect(after.conditions.map((one: { value: number }) => one.value)).toEqual([41, 30, 50]);
    expect(after.conditions[0].id).toBe(second.id);
    expect(after.conditions[1].id).toBe(first.id);
    const rows = await server.db
      .selectFrom('conditions')
      .select(['id', 'started_at'])
      .where('supervisor_id', '=', before.id)
      .execute();
    const startOf = (id: number) => rows.find((row) => row.id === id)!.started_at.getTime();
    expect(startOf(second.id)).toBeGreaterThan(startOf(first.id));
  });

  it('sends back what it answered without changing anything', async () => {
    const before = await created();
    const after = (await member.api.patch(`/supervisors/${before.id}/`, before)).body;
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
  });

  it('refuses foreign AEROs, another client, conditions of another supervisor, impossible ones', async () => {
    const { id } = await created();
    const another = await created();
    const refused = async (body: object) => {
      const answer = await member.api.patch(`/supervisors/${id}/`, body);
      expect(answer.status).toBe(400);
      return answer.body;
    };
    expect((await refused({ aeros: [foreignBox.aeroIds[0]] })).aeros).toEqual(['Does not exist']);
    expect((await refused({ client: other.id })).client).toBeDefined();
    expect(
      (await refused({ conditions: [{ ...condition(), id: another.conditions[0].id }] })).conditions[0].id,
    ).toEqual(['Does not exist']);
    expect(
      (await refused({ conditions: [condition({ average: true })] })).conditions[0].average,
    ).toBeDefined();
  });

  it('honours If-Match', async () => {
    const { id } = await created();
    const etag = (await member.api.get(`/supervisors/${id}/`)).headers.get('etag')!;
    expect((await member.api.patch(`/supervisors/${id}/`, { name: 'A' }, { 'If-Match': etag })).status).toBe(
      200,
    );
    expect((await member.api.patch(`/supervisors/${id}/`, { name: 'B' }, { 'If-Match': etag })).status).toBe(
      412,
    );
  });
});

describe('deleting', () => {
  it('is for privileged users and leaves nothing', async () => {
    const { id } = await created();
    expect((await member.api.delete(`/supervisors/${id}/`)).status).toBe(403);
    expect((await manager.api.delete(`/supervisors/${id}/`)).status).toBe(204);
    expect((await member.api.get(`/supervisors/${id}/`)).status).toBe(404);
  });
});
