import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { KEY_SCOPES } from '@aerowatch/domain/access';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { clientsModule } from '../clients/index.ts';
import { jobsModule } from '../jobs/index.ts';
import { measuresModule } from '../measures/index.ts';
import { tagsModule } from '../tags/index.ts';
import { usersModule } from '../users/index.ts';
import { tellOfEnding } from './ending.ts';
import { keysModule } from './index.ts';

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const server = await testServer({
  modules: [keysModule, tagsModule, usersModule, clientsModule, measuresModule, jobsModule],
});
const [north, south] = [await server.createClient(), await server.createClient()];
const manager = await server.createUser({ level: 'privileged', client: north.id });

const served = (name: string) => server.parts.endpoints.some((endpoint) => endpoint.name === name);

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
  it('do what their scopes say: every scope × every endpoint that keys may call', async () => {
    const open = ENDPOINTS.filter((endpoint) => endpoint.apiKey !== false && served(endpoint.name));
    expect(open.length).toBeGreaterThan(5);
    for (const scope of KEY_SCOPES) {
      const { value } = (await manager.api.post('/keys/', { name: scope, scopes: [scope] })).body;
      const wrong: string[] = [];
      for (const { name, method, path, apiKey } of open) {
        const answer = await fetch(`${server.url}/api${path.replace('{id}', '1')}`, {
          method,
          headers: { Authorization: `Api-Key ${value}`, 'Accept-Language': 'en' },
        });
        const said = await answer.text();
        const refused = answer.status === 403 && said.includes(`does not have the scope ${apiKey}`);
        if (refused === (apiKey === scope)) wrong.push(`${name}: ${answer.status} ${said.slice(0, 100)}`);
      }
      expect([scope, wrong]).toEqual([scope, []]);
    }
  });
  it('are told scopes and an end they can have, and nothing else', async () => {
    const made = await manager.api.post('/keys/', { name: 'defaults' });
    expect(made.body.scopes).toEqual(['read']);
    expect(made.body.created_by).toBe(manager.id);
    const days = (Date.parse(made.body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThan(365.1);
    const refused = async (body: object) => (await manager.api.post('/keys/', { name: 'x', ...body })).body;
    expect(await refused({ scopes: [] })).toEqual({ scopes: ['Required'] });
    expect(await refused({ scopes: ['read', 'read'] })).toEqual({ scopes: ['Appears twice'] });
    expect(JSON.stringify(await refused({ scopes: ['users:write'] }))).toContain('Must be one of: read');
    expect(await refused({ expires_at: at(-1) })).toEqual({ expires_at: ['Must be in the future'] });
    expect(await refused({ expires_at: at(1900) })).toEqual({
      expires_at: ['At most five years from now'],
    });
    expect((await manager.api.post('/keys/', { name: 'x', expires_at: at(1800) })).status).toBe(201);
  });
  it('import measures with the scope for it, and follow what they began', async () => {
    const { aeroIds: aeros } = await server.createBox({ client_id: north.id });
    const foreign = await server.createBox({ client_id: south.id });
    const { value } = (await manager.api.post('/keys/', { name: 'historian', scopes: ['measures:write'] }))
      .body;
    const send = (aero: number) => {
      const form = new FormData();
      form.append('file', new Blob(['date,temperature\n2026-01-01T00:00:00Z,12\n']), 'h.csv');
      return fetch(`${server.url}/api/measures/import/?aero=${aero}`, {
        method: 'POST',
        headers: { Authorization: `Api-Key ${value}`, 'Accept-Language': 'en' },
        body: form,
      });
    };
    expect((await send(foreign.aeroIds[0] as number)).status).toBe(400);
    const answer = await send(aeros[0] as number);
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { id: number };
    const key = server.api(`Api-Key ${value}`);
    await expect.poll(async () => (await key.get(`/jobs/${id}/`)).body.state).toBe('done');
    expect((await key.get(`/jobs/${id}/`)).body.result.stored).toBe(1);
    expect((await manager.api.get(`/jobs/${id}/`)).status).toBe(404);
  });
  it('end, and their owners are told two weeks before, once', async () => {
    const other = await server.createUser({ level: 'privileged', client: north.id });
    const own = (await manager.api.post('/keys/', { name: 'ends', expires_at: at(13) })).body;
    await manager.api.post('/keys/', { name: 'later', expires_at: at(15) });
    const orphan = (await manager.api.post('/keys/', { name: 'orphan', expires_at: at(13) })).body;
    await server.db.updateTable('api_keys').set({ created_by: null }).where('id', '=', orphan.id).execute();
    expect(await tellOfEnding(server.db, new Date())).toBe(2);
    expect(await tellOfEnding(server.db, new Date())).toBe(0);
    const mails = await server.db
      .selectFrom('messages')
      .select(['user_id', 'payload'])
      .where('kind', '=', 'key_ending')
      .execute();
    const notified = mails.map((mail) => [mail.user_id, (mail.payload as { name: string }).name]).sort();
    expect(notified).toEqual(
      [
        [manager.id, 'ends'],
        [manager.id, 'orphan'],
        [other.id, 'orphan'],
      ].sort(),
    );
    await server.db
      .updateTable('api_keys')
      .set({ expires_at: at(-1) })
      .where('id', '=', own.id)
      .execute();
    const refused = await server.api(`Api-Key ${own.value}`).get('/tags/');
    expect([refused.status, refused.body.detail]).toEqual([
      401,
      'The API key has expired. Create a new one under Settings, API keys.',
    ]);
  });
  describe('keys whose maker leaves', () => {
    const told = async (name: string) =>
      (await server.db.selectFrom('messages').selectAll().where('kind', '=', 'key_left').execute()).filter(
        (mail) => (mail.payload as { name: string }).name === name,
      );
    it.each([
      ['deactivated', (id: number) => manager.api.patch(`/users/${id}/`, { is_active: false })],
      ['deleted', (id: number) => manager.api.delete(`/users/${id}/`)],
      [
        'moved to another client',
        (id: number) => server.admin.api.patch(`/users/${id}/`, { client: south.id }),
      ],
    ])('(%s) work for 14 days more, and a manager is told, who keeps them or not', async (how, leave) => {
      const maker = await server.createUser({ level: 'privileged', client: north.id });
      const make = async (name: string) => (await maker.api.post('/keys/', { name })).body;
      const [kept, left] = [await make(`kept ${how}`), await make(`left ${how}`)];
      expect([kept.created_by_name, kept.maker_left_at]).toEqual(['Test User', null]);
      expect((await leave(maker.id)).status).toBeLessThan(300);
      const shown = (await manager.api.get(`/keys/${left.id}/`)).body;
      expect(Date.parse(shown.expires_at) - Date.now()).toBeLessThanOrEqual(14 * 86_400_000);
      expect(shown.maker_left_at).not.toBeNull();
      const use = (key: { value: string }) => server.api(`Api-Key ${key.value}`).get('/tags/');
      expect((await use(left)).status).toBe(200);
      await expect
        .poll(async () => (await told(left.name)).map((mail) => mail.user_id))
        .toContain(manager.id);
      const again = await manager.api.patch(`/keys/${kept.id}/`, { kept: true });
      expect(again.body).toMatchObject({
        created_by: manager.id,
        maker_left_at: null,
        expires_at: kept.expires_at,
      });
      await server.db
        .updateTable('api_keys')
        .set({ expires_at: at(-1) })
        .where('id', '=', left.id)
        .execute();
      expect([(await use(kept)).status, (await use(left)).status]).toEqual([200, 401]);
      expect((await manager.api.patch(`/keys/${left.id}/`, { kept: true })).status).toBe(400);
    });
    it('are as they were when he comes back in time', async () => {
      const maker = await server.createUser({ level: 'privileged', client: north.id });
      const key = (await maker.api.post('/keys/', { name: 'back' })).body;
      for (const is_active of [false, true]) await manager.api.patch(`/users/${maker.id}/`, { is_active });
      const { updated_at: _then, ...before } = key;
      const { value: _once, ...same } = before;
      expect((await manager.api.get(`/keys/${key.id}/`)).body).toMatchObject(same);
    });
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
