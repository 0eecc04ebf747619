import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import {
  BJENSEN,
  CORE,
  createPerson,
  directoryOf,
  ENTERPRISE,
  filtered,
  MESSAGE,
  newDirectory,
  type Resource,
} from './testing.ts';

const server = await testServer({ env: { ROLES: 'web', PUBLIC_URL: 'https://console.example.org' } });
let client: { id: number; name: string };
/** The directory of one client, and that of the whole console. */
let own: ReturnType<typeof directoryOf>;
let whole: ReturnType<typeof directoryOf>;
let first: { id: number; value: string };
beforeAll(async () => {
  client = await server.createClient('Réseau Est');
  const made = await newDirectory(server, client.id);
  first = made;
  own = made.directory;
  whole = (await newDirectory(server, null)).directory;
});
const accountOf = async ({ id }: Resource) => (await server.admin.api.get(`/users/${id}/`)).body;

describe('who may call', () => {
  it('is a directory with a token, of which the console keeps the hash alone', async () => {
    for (const credentials of [undefined, 'aw_scim_nobody', server.admin.token]) {
      const { status, headers, body } = await directoryOf(server, credentials).get('/Users');
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toMatchObject({ schemas: [`${MESSAGE}:Error`], status: '401' });
    }
    const kept = JSON.stringify(await server.db.selectFrom('scim_tokens').selectAll().execute());
    expect(kept).not.toContain(first.value);
    const listed = await server.admin.api.get('/scim-tokens/');
    expect(JSON.stringify(listed.body)).not.toContain(first.value);
    expect(listed.body.results).toHaveLength(2);
  });

  it('loses the interface at once when the token is revoked, and both are in the audit log', async () => {
    const { id, value, directory } = await newDirectory(server, null);
    expect(await directory.get('/Users')).toMatchObject({ status: 200 });
    expect(await server.admin.api.delete(`/scim-tokens/${id}/`)).toMatchObject({ status: 204 });
    expect(await directory.get('/Users')).toMatchObject({ status: 401 });
    const { body } = await server.admin.api.get(`/audit/?entity=scim_tokens&entity_id=${id}`);
    expect(body.results.map((entry: { action: string }) => entry.action).sort()).toEqual([
      'create',
      'delete',
    ]);
    expect(JSON.stringify(body)).not.toContain(value);
  });

  it('opens nothing of the API, and no key or session opens it', async () => {
    const api = server.api(`Bearer ${first.value}`);
    expect(await api.get('/users/')).toMatchObject({ status: 401 });
  });
});

describe('groups (RFC 7643, 4.2)', () => {
  it('give the role that their name stands for, and take it when somebody leaves', async () => {
    const [one, two] = [await createPerson(own), await createPerson(own)];
    const created = await own.post('/Groups', {
      schemas: [`${CORE}:Group`],
      displayName: 'Manager',
      externalId: 'g1',
      members: [{ value: one.id }],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { displayName: 'Manager', members: [{ value: one.id, $ref: one.meta.location }] },
    });
    const to = `/Groups/${created.body.id}`;
    expect(await accountOf(one)).toMatchObject({ groups: [1] });
    expect((await own.get(`/Users/${one.id}`)).body.groups).toMatchObject([{ display: 'Manager' }]);
    await own.patch(to, { op: 'add', path: 'members', value: [{ value: two.id }, { value: one.id }] });
    expect(await accountOf(two)).toMatchObject({ groups: [1] });
    await own.patch(to, { op: 'remove', path: `members[value eq "${one.id}"]` });
    expect(await accountOf(one)).toMatchObject({ groups: [3] });
    await own.patch(to, { op: 'Remove', path: 'members', value: [{ value: two.id }] });
    expect(await accountOf(two)).toMatchObject({ groups: [3] });
    await own.patch(to, { op: 'replace', path: 'members', value: [{ value: two.id }] });
    await own.patch(to, { op: 'replace', path: 'displayName', value: 'Operator' });
    expect(await accountOf(two)).toMatchObject({ groups: [2] });
    expect((await filtered(own, 'Groups', 'displayName eq "operator"')).body).toMatchObject({
      totalResults: 1,
    });
    expect((await own.get(`${to}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    expect((await own.put(to, { displayName: 'Operator', members: [] })).body).not.toHaveProperty('members');
    expect(await accountOf(two)).toMatchObject({ groups: [3] });
    await own.patch(to, { op: 'add', path: 'members', value: [{ value: two.id }] });
    expect(await own.delete(to)).toMatchObject({ status: 204 });
    expect(await accountOf(two)).toMatchObject({ groups: [3] });
    expect(await own.get(to)).toMatchObject({ status: 404 });
  });

  it('give nothing where their name stands for nothing, each name once for each directory', async () => {
    const person = await server.createUser({ client: client.id, level: 'member' });
    const before = (await server.admin.api.get(`/users/${person.id}/`)).body.groups;
    const body = { displayName: 'Tour Guides', members: [{ value: String(person.id) }] };
    const created = await own.post('/Groups', body);
    expect(created.status).toBe(201);
    expect((await server.admin.api.get(`/users/${person.id}/`)).body.groups).toEqual(before);
    expect(await own.post('/Groups', { displayName: 'TOUR GUIDES' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect(await whole.post('/Groups', { displayName: 'Tour Guides' })).toMatchObject({ status: 201 });
    expect(await whole.get(`/Groups/${created.body.id}`)).toMatchObject({ status: 404 });
  });
});

describe('what the interface says of itself', () => {
  it('is its configuration, its kinds of resources and their schemas', async () => {
    expect((await own.get('/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = (await whole.get('/ResourceTypes')).body.Resources;
    expect(types.map((type: { endpoint: string }) => type.endpoint)).toEqual(['/Users', '/Groups']);
    const { Resources } = (await whole.get('/Schemas')).body;
    expect(Resources.map((schema: { id: string }) => schema.id)).toEqual([
      `${CORE}:User`,
      `${CORE}:Group`,
      ENTERPRISE,
    ]);
    for (const { id } of Resources) expect((await whole.get(`/Schemas/${id}`)).body.id).toBe(id);
    // A directory of one client does not say the client.
    expect(await own.get(`/Schemas/${ENTERPRISE}`)).toMatchObject({ status: 404 });
    expect((await own.get('/ResourceTypes/User')).body).toMatchObject({ schema: `${CORE}:User` });
  });

  it('refuses in the words of RFC 7644, 3.12', async () => {
    for (const [answer, status] of [
      [await own.get('/Nothing'), 404],
      [await own.post('/Nothing', {}), 404],
      [await own.get('/Users/abc'), 404],
      [await own.get('/Me'), 501],
      [await own.post('/Bulk', {}), 501],
      [await own.send('POST', '/Users', '{"userName"'), 400],
      [await own.send('POST', '/Users', '<user/>', 'text/xml'), 415],
      [await own.post('/Users', { name: { givenName: 'Nobody' } }), 400],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/scim+json');
      expect(answer.body).toMatchObject({ schemas: [`${MESSAGE}:Error`], status: String(status) });
      expect(answer.body.detail).toMatch(/\w+:? \w+/);
    }
    // RFC 7644, 3.1: the usual type of JSON is taken too.
    expect(await own.send('POST', '/Users', BJENSEN(), 'application/json')).toMatchObject({ status: 201 });
  });
});
