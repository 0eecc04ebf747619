import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { tagsModule } from './index.ts';

const blue = { name: 'Blue', color: '#0000FF' };

const server = await testServer({ modules: [tagsModule] });
const [north, south] = [await server.createClient(), await server.createClient()];
const manager = await server.createUser({ level: 'privileged', client: north.id });
const member = await server.createUser({ client: north.id });
const own = await server.createBox({ client: north.id });
const foreign = await server.createBox({ client: south.id });

describe('tags', () => {
  it('are put on boxes of their client', async () => {
    const { status, body } = await manager.api.post('/tags/', { ...blue, boxes: [own.id, own.id] });
    expect([status, body.color, body.client, body.boxes]).toEqual([201, '#0000ff', north.id, [own.id]]);
    expect((await member.api.get(`/tags/?boxes=${own.id}`)).body.results).toEqual([body]);
    expect((await manager.api.patch(`/tags/${body.id}/`, { boxes: [] })).body.boxes).toEqual([]);
    expect(
      (await manager.api.patch(`/tags/${body.id}/`, { name: 'Red', boxes: [own.id] })).body,
    ).toMatchObject({ name: 'Red', boxes: [own.id] });
    expect((await member.api.patch(`/tags/${body.id}/`, { name: 'X' })).status).toBe(403);
    expect((await manager.api.delete(`/tags/${body.id}/`)).status).toBe(204);
    expect(await server.db.selectFrom('box_tags').selectAll().execute()).toEqual([]);
  });
  it('refuse foreign and missing boxes and clients alike, at their fields', async () => {
    const answers = [foreign.id, 99_999].map((id) =>
      manager.api.post('/tags/', { ...blue, name: `t${id}`, boxes: [own.id, id] }),
    );
    const [a, b] = await Promise.all(answers);
    expect(a?.body).toEqual({ boxes: [`These boxes do not exist: ${foreign.id}`] });
    expect(b?.body).toEqual({ boxes: ['These boxes do not exist: 99999'] });
    for (const client of [south.id, 99_999])
      expect((await manager.api.post('/tags/', { ...blue, client })).body).toEqual({
        client: ['This client does not exist'],
      });
    expect((await server.admin.api.post('/tags/', blue)).body).toEqual({ client: ['Choose a client'] });
    const mixed = await server.admin.api.post('/tags/', { ...blue, client: north.id, boxes: [foreign.id] });
    expect(mixed.body).toEqual({
      boxes: [`These boxes belong to another client than the tag: ${foreign.id}`],
    });
  });
  it('refuse each wrong field', async () => {
    const refused = async (body: object) => (await manager.api.post('/tags/', body)).body;
    expect(await refused({ name: 'a' })).toEqual({ color: ['Required'] });
    expect(await refused({ ...blue, color: 'blue' })).toHaveProperty('color');
    expect(await refused({ ...blue, name: 'x'.repeat(51) })).toEqual({
      name: ['Maximum length is 50 characters'],
    });
    expect(await refused({ ...blue, boxes: [1.5] })).toEqual({ boxes: { 0: ['Is not integer'] } });
    expect(await refused({ ...blue, owner: 1 })).toEqual({ owner: ['Unknown field'] });
    await manager.api.post('/tags/', blue);
    expect(await refused({ ...blue, name: 'BLUE' })).toEqual({ name: ['This name already exists'] });
  });
  it('tell live events of the boxes they come to and go from', async () => {
    const before = await server.db.selectFrom('change_events').selectAll().execute();
    const tag = (await manager.api.post('/tags/', { name: 'Live', color: '#111111', boxes: [own.id] })).body;
    const after = (await server.db.selectFrom('change_events').selectAll().orderBy('id').execute()).slice(
      before.length,
    );
    expect(
      after.map(({ entity, type, entity_id, client_id }) => [entity, type, entity_id, client_id]),
    ).toEqual([
      ['boxes', 'updated', own.id, north.id],
      ['tags', 'added', tag.id, north.id],
    ]);
  });
  it('answer the first result again for the same Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'tag-1' };
    const [a, b] = [
      await manager.api.post('/tags/', { ...blue, name: 'Once' }, key),
      await manager.api.post('/tags/', { ...blue, name: 'Once' }, key),
    ];
    expect([a.status, b.status, a.body.id]).toEqual([201, 201, b.body.id]);
  });
});
