import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { clientsModule } from './index.ts';

const server = await testServer({ modules: [clientsModule] });

describe('clients', () => {
  it('are written by administrators and read by their own users', async () => {
    const { api } = server.admin;
    const made = await api.post('/clients/', { name: '  North Rail ' });
    expect([made.status, made.body.name]).toEqual([201, 'North Rail']);
    const other = (await api.post('/clients/', { name: 'South Rail' })).body;
    const manager = await server.createUser({ level: 'privileged', client: made.body.id });
    expect((await manager.api.get('/clients/')).body.results).toEqual([made.body]);
    expect((await manager.api.get(`/clients/${made.body.id}/`)).status).toBe(200);
    expect((await manager.api.get(`/clients/${other.id}/`)).status).toBe(404);
    expect((await manager.api.post('/clients/', { name: 'X' })).status).toBe(403);
    expect((await manager.api.patch(`/clients/${made.body.id}/`, { name: 'X' })).status).toBe(403);
    expect((await manager.api.delete(`/clients/${made.body.id}/`)).status).toBe(403);
    expect(
      (await api.get('/clients/?search=rail&ordering=-name')).body.results.map(
        (one: { name: string }) => one.name,
      ),
    ).toEqual(['South Rail', 'North Rail']);
  });
  it('have a name of their own, whatever its case', async () => {
    const { api } = server.admin;
    await api.post('/clients/', { name: 'East' });
    expect((await api.post('/clients/', { name: 'EAST' })).body).toEqual({
      name: ['This name already exists'],
    });
    expect((await api.post('/clients/', { name: ' ' }, { 'Accept-Language': 'fr' })).body).toEqual({
      name: ['Obligatoire'],
    });
    expect((await api.post('/clients/', {})).body).toEqual({ name: ['Required'] });
    expect((await api.post('/clients/', { name: 'x'.repeat(101) })).status).toBe(400);
    const west = (await api.post('/clients/', { name: 'West' })).body;
    expect((await api.patch(`/clients/${west.id}/`, { name: 'east' })).status).toBe(400);
    expect((await api.patch(`/clients/${west.id}/`, { name: 'Far West' })).body.name).toBe('Far West');
  });
  it('are not deleted while something hangs on them, and the refusal says what', async () => {
    const client = await server.createClient('Held');
    await server.createBox({ client: client.id });
    await server.createUser({ client: client.id });
    const path = `/clients/${client.id}/`;
    const refused = await server.admin.api.delete(path);
    expect([refused.status, refused.body.code]).toEqual([409, 'client_in_use']);
    expect(refused.body.detail).toBe(
      'This client still has 1 box(es), 1 user(s), 0 supervisor(s) and 0 alert(s). Move or delete them first.',
    );
    const french = await fetch(`${server.url}/api${path}`, {
      method: 'DELETE',
      headers: { Authorization: `Token ${server.admin.token}`, 'Accept-Language': 'fr' },
    });
    expect(((await french.json()) as { detail: string }).detail).toMatch(/1 boîtier\(s\), 1 utilisateur/);
    await server.db.deleteFrom('boxes').execute();
    await server.db.deleteFrom('users').where('client_id', '=', client.id).execute();
    expect((await server.admin.api.delete(path, { 'If-Match': '"stale-x"' })).status).toBe(412);
    expect((await server.admin.api.delete(path)).status).toBe(204);
    expect((await server.admin.api.delete(path)).status).toBe(404);
  });
});

describe('the chance from which a week ahead is a proposal', () => {
  it('is set by the managers of the client, within bounds, and audited', async () => {
    const client = await server.createClient();
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    const member = await server.createUser({ client: client.id });
    const path = `/clients/${client.id}/`;
    expect((await member.api.get(path)).body.forecast_threshold).toBe(20);
    expect((await member.api.patch(path, { forecast_threshold: 40 })).status).toBe(403);
    const changed = await manager.api.patch(path, { forecast_threshold: 40 });
    expect([changed.status, changed.body.forecast_threshold]).toEqual([200, 40]);
    for (const wrong of [0, 101, 12.5])
      expect((await manager.api.patch(path, { forecast_threshold: wrong })).status).toBe(400);
    const entry = await server.db
      .selectFrom('audit_told')
      .selectAll()
      .where('entity', '=', 'clients')
      .where('entity_id', '=', client.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([entry.user_id, entry.changes]).toEqual([
      manager.id,
      { forecast_threshold: { from: 20, to: 40 } },
    ]);
  });
});
