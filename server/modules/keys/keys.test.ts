import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../testing/store-builders.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { clientsModule } from '../clients/index.ts';
import { tagsModule } from '../tags/index.ts';
import { usersModule } from '../users/index.ts';
import { keysModule } from './index.ts';

let server: TestServer;
let north: { id: number };
let south: { id: number };
let manager: TestUser;

beforeAll(async () => {
  server = await startTestServer({ modules: [keysModule, tagsModule, usersModule, clientsModule] });
  [north, south] = [await server.createClient(), await server.createClient()];
  manager = await server.createUser({ level: 'privileged', client: north.id });
});
afterAll(() => server.stop());

describe('API keys', () => {
  it('show their value once and are kept as a hash', async () => {
    const made = await manager.api.post('/keys/', { name: 'BI' });
    expect(made.status).toBe(201);
    const { value, ...shown } = made.body;
    expect(value.startsWith(shown.prefix)).toBe(true);
    expect(value.length).toBeGreaterThan(40);
    expect((await manager.api.get(`/keys/${shown.id}/`)).body).toEqual(shown);
    expect((await manager.api.get('/keys/')).text).not.toContain(value);
    expect(JSON.stringify(await server.db.selectFrom('api_keys').selectAll().execute())).not.toContain(value);
    expect(JSON.stringify(await server.db.selectFrom('audit').selectAll().execute())).not.toContain(value);
  });
  it('read their client’s data, and nothing else', async () => {
    await server.db
      .insertInto('tags')
      .values([
        { name: 'n', color: '#000000', client_id: north.id },
        { name: 's', color: '#000000', client_id: south.id },
      ])
      .execute();
    const { value, id } = (await manager.api.post('/keys/', { name: 'reader' })).body;
    const key = server.api(`Api-Key ${value}`);
    expect((await key.get('/tags/')).body.results.map((one: { name: string }) => one.name)).toEqual(['n']);
    for (const path of ['/users/', '/keys/', '/me/', '/clients/', '/groups/'])
      expect((await key.get(path)).status).toBe(403);
    expect((await key.post('/tags/', { name: 'x', color: '#000000' })).status).toBe(403);
    expect((await manager.api.get(`/keys/${id}/`)).body.last_used_at).not.toBeNull();
    expect((await manager.api.patch(`/keys/${id}/`, { revoked: true })).body.revoked_at).not.toBeNull();
    expect((await key.get('/tags/')).status).toBe(401);
  });
  it('are made for one’s own client by privileged users only', async () => {
    for (const client of [south.id, 99_999])
      expect((await manager.api.post('/keys/', { name: 'x', client })).body).toEqual({
        client: ['This client does not exist'],
      });
    expect((await server.admin.api.post('/keys/', { name: 'x' })).body).toEqual({
      client: ['Choose a client'],
    });
    const foreign = (await server.admin.api.post('/keys/', { name: 'x', client: south.id })).body;
    expect((await manager.api.get(`/keys/${foreign.id}/`)).status).toBe(404);
    expect((await manager.api.delete(`/keys/${foreign.id}/`)).status).toBe(404);
    const member = await server.createUser({ client: north.id });
    expect((await member.api.get('/keys/')).status).toBe(403);
  });
  it('are renamed, never un-revoked, and deleted', async () => {
    const { id } = (await manager.api.post('/keys/', { name: 'old' })).body;
    expect((await manager.api.patch(`/keys/${id}/`, { name: 'new' })).body.name).toBe('new');
    expect((await manager.api.patch(`/keys/${id}/`, { revoked: false })).status).toBe(400);
    expect((await manager.api.post('/keys/', { name: '' })).body).toEqual({ name: ['Required'] });
    expect((await manager.api.delete(`/keys/${id}/`)).status).toBe(204);
    expect((await manager.api.get(`/keys/${id}/`)).status).toBe(404);
  });
});
