import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';

const server = await testServer({ env: { ROLES: 'web', PUBLIC_URL: 'https://console.example.org' } });
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGE = 'urn:ietf:params:scim:api:messages:2.0';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

type Resource = Record<string, unknown> & { id: string; meta: { location: string } };
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body of the standard, looked at field by field
  readonly body: any;
}

/** A client of the interface, by the words of RFC 7644. */
const directory = (token?: string) => {
  const send = async (method: string, path: string, body?: unknown, type = 'application/scim+json') => {
    const answer = await fetch(`${server.url}/scim/v2${path}`, {
      method,
      headers: {
        Accept: 'application/scim+json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const reply: Reply = {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    return reply;
  };
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, ...Operations: unknown[]) =>
      send('PATCH', path, { schemas: [`${MESSAGE}:PatchOp`], Operations }),
    delete: (path: string) => send('DELETE', path),
  };
};
type Client = ReturnType<typeof directory>;

let client: { id: number; name: string };
/** The directory of one client, and that of the whole console. */
let own: Client;
let whole: Client;
const tokens: { id: number; value: string }[] = [];

async function makeToken(of: number | null): Promise<string> {
  const { status, body } = await server.admin.api.post('/scim-tokens/', { name: 'Entra', client: of });
  expect(status).toBe(201);
  tokens.push(body);
  return body.value;
}
beforeAll(async () => {
  client = await server.createClient('Réseau Est');
  own = directory(await makeToken(client.id));
  whole = directory(await makeToken(null));
});

let count = 0;
const address = () => `person-${++count}@example.org`;
const BJENSEN = (userName = address()) => ({
  schemas: [`${CORE}:User`],
  userName,
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
});
async function make(by: Client, more: object = {}): Promise<Resource> {
  const { status, body } = await by.post('/Users', { ...BJENSEN(), ...more });
  expect(status).toBe(201);
  return body;
}
const accountOf = async ({ id }: Resource) => (await server.admin.api.get(`/users/${id}/`)).body;
const filtered = (by: Client, kind: string, filter: string) =>
  by.get(`/${kind}?filter=${encodeURIComponent(filter)}`);

describe('who may call', () => {
  it('is a directory with a token, of which the console keeps the hash alone', async () => {
    for (const credentials of [undefined, 'aw_scim_nobody', server.admin.token]) {
      const { status, headers, body } = await directory(credentials).get('/Users');
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toMatchObject({ schemas: [`${MESSAGE}:Error`], status: '401' });
    }
    const kept = JSON.stringify(await server.db.selectFrom('scim_tokens').selectAll().execute());
    expect(kept).not.toContain(tokens[0]?.value);
    const listed = await server.admin.api.get('/scim-tokens/');
    expect(JSON.stringify(listed.body)).not.toContain(tokens[0]?.value);
    expect(listed.body.results).toHaveLength(2);
  });

  it('loses the interface at once when the token is revoked, and both are in the audit log', async () => {
    const value = await makeToken(null);
    const last = tokens.at(-1)!;
    expect(await directory(value).get('/Users')).toMatchObject({ status: 200 });
    expect(await server.admin.api.delete(`/scim-tokens/${last.id}/`)).toMatchObject({ status: 204 });
    expect(await directory(value).get('/Users')).toMatchObject({ status: 401 });
    const { body } = await server.admin.api.get(`/audit/?entity=scim_tokens&entity_id=${last.id}`);
    expect(body.results.map((entry: { action: string }) => entry.action).sort()).toEqual([
      'create',
      'delete',
    ]);
    expect(JSON.stringify(body)).not.toContain(value);
  });

  it('opens nothing of the API, and no key or session opens it', async () => {
    const api = server.api(`Bearer ${tokens[0]?.value}`);
    expect(await api.get('/users/')).toMatchObject({ status: 401 });
  });
});

describe('people (RFC 7644, 3.3 to 3.6)', () => {
  it('are created with address, type and time, as observers who get no rights', async () => {
    const userName = address();
    const { status, headers, body } = await own.post('/Users', BJENSEN(userName));
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/scim+json');
    expect(headers.get('location')).toBe(body.meta.location);
    expect(body).toMatchObject({
      schemas: [`${CORE}:User`],
      externalId: 'bjensen',
      userName,
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Barbara Jensen',
      active: true,
      emails: [{ value: userName, primary: true }],
      meta: { resourceType: 'User', location: `https://console.example.org/scim/v2/Users/${body.id}` },
    });
    expect(await accountOf(body)).toMatchObject({ client: client.id, groups: [3], is_staff: false });
    const again = await own.post('/Users', BJENSEN(userName.toUpperCase()));
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } });
    expect(await own.get(`/Users/${body.id}`)).toMatchObject({ status: 200, body: { userName } });
  });

  it('are found by eq, page by page, with the attributes that were asked for', async () => {
    const { id, userName } = await make(own, { externalId: 'E "1"' });
    for (const filter of [
      `userName eq "${userName}"`,
      `USERNAME EQ "${String(userName).toUpperCase()}"`,
      `${CORE}:User:userName eq "${userName}" and active eq true`,
      `externalId eq "E \\"1\\""`,
    ])
      expect((await filtered(own, 'Users', filter)).body, filter).toMatchObject({
        schemas: [`${MESSAGE}:ListResponse`],
        totalResults: 1,
        Resources: [{ id }],
      });
    expect((await filtered(own, 'Users', 'userName eq "nobody@example.org"')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    for (const filter of [
      'userName co "a"',
      'userName eq',
      'password eq "x"',
      'userName eq "a" or active eq true',
    ])
      expect(await filtered(own, 'Users', filter), filter).toMatchObject({
        status: 400,
        body: { scimType: 'invalidFilter' },
      });
    const all = (await own.get('/Users')).body;
    const second = (await own.get('/Users?startIndex=2&count=1&attributes=userName')).body;
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources).toEqual([
      { schemas: [`${CORE}:User`], id: all.Resources[1].id, userName: all.Resources[1].userName },
    ]);
    expect((await own.get(`/Users/${id}?excludedAttributes=name.givenName,emails`)).body).not.toHaveProperty(
      'emails',
    );
    expect((await own.get('/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
  });

  it('change by PUT and PATCH in each form that the RFC and directories write', async () => {
    const { id } = await make(own);
    const to = `/Users/${id}`;
    expect(await own.patch(to, { op: 'replace', path: 'name.familyName', value: 'Smith' })).toMatchObject({
      status: 200,
      body: { name: { familyName: 'Smith', givenName: 'Barbara' } },
    });
    expect(
      await own.patch(to, { op: 'Add', value: { 'name.givenName': 'Babs', externalId: '7' } }),
    ).toMatchObject({
      body: { name: { familyName: 'Smith', givenName: 'Babs' }, externalId: '7' },
    });
    expect(await own.patch(to, { op: 'remove', path: 'externalId' })).toMatchObject({ status: 200 });
    expect((await own.get(to)).body).not.toHaveProperty('externalId');
    // What the console does not keep is passed over, so that the usual mapping works.
    const unkept = [
      { op: 'Replace', path: 'title', value: 'Tour Guide' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'else@example.org' },
    ];
    for (const operation of unkept) expect(await own.patch(to, operation)).toMatchObject({ status: 200 });
    const userName = address();
    expect(await own.put(to, { ...BJENSEN(userName), preferredLanguage: 'fr-CA' })).toMatchObject({
      status: 200,
      body: { userName, preferredLanguage: 'fr', active: true },
    });
    for (const [operation, scimType] of [
      [{ op: 'replace', path: 'id', value: '1' }, 'mutability'],
      [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'move', path: 'name' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'name[', value: 'x' }, 'invalidPath'],
    ] as const)
      expect(await own.patch(to, operation), operation.op).toMatchObject({ status: 400, body: { scimType } });
  });

  it('lose sessions at once and keys as a leaver does when active is false, and can come back', async () => {
    const person = await server.createUser({ client: client.id, level: 'privileged' });
    const made = await person.api.post('/keys/', { name: 'Program' });
    expect(made.status).toBe(201);
    const to = `/Users/${person.id}`;
    // As Entra writes it.
    expect(await own.patch(to, { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
      status: 200,
      body: { active: false },
    });
    expect(await person.api.get('/me/')).toMatchObject({ status: 401 });
    const key = (await server.admin.api.get(`/keys/${made.body.id}/`)).body;
    expect(key.maker_left_at).not.toBeNull();
    expect(Date.parse(key.expires_at) - Date.now()).toBeLessThan(14.1 * 86_400_000);
    const { body } = await server.admin.api.get(`/audit/?entity=users&entity_id=${person.id}`);
    expect(JSON.stringify(body)).toContain('SCIM Entra');
    expect(await own.patch(to, { op: 'replace', value: { active: true } })).toMatchObject({
      body: { active: true },
    });
    expect((await server.admin.api.get(`/keys/${made.body.id}/`)).body.maker_left_at).toBeNull();
  });

  it('are deleted', async () => {
    const { id } = await make(own);
    expect(await own.delete(`/Users/${id}`)).toMatchObject({ status: 204, body: undefined });
    for (const answer of [await own.get(`/Users/${id}`), await own.delete(`/Users/${id}`)])
      expect(answer).toMatchObject({ status: 404, body: { status: '404' } });
  });
});

describe('whom a directory reaches', () => {
  it('is its own client, and nobody of another', async () => {
    const foreign = await server.createUser({ client: (await server.createClient()).id, level: 'member' });
    const to = `/Users/${foreign.id}`;
    for (const answer of [
      await own.get(to),
      await own.patch(to, { op: 'replace', path: 'active', value: false }),
      await own.put(to, BJENSEN()),
      await own.delete(to),
    ])
      expect(answer).toMatchObject({ status: 404 });
    expect((await filtered(own, 'Users', `id eq "${foreign.id}"`)).body.totalResults).toBe(0);
    expect(
      await own.post('/Groups', { displayName: 'Foreign', members: [{ value: String(foreign.id) }] }),
    ).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
    expect(await foreign.api.get('/me/')).toMatchObject({ status: 200 });
  });

  it('is everybody with the token of the console, which says the client by its name', async () => {
    const body = await make(whole, { [ENTERPRISE]: { organization: 'réseau est' } });
    expect(body).toMatchObject({ [ENTERPRISE]: { organization: 'Réseau Est' } });
    expect(await accountOf(body)).toMatchObject({ client: client.id });
    expect(
      await whole.patch(`/Users/${body.id}`, {
        op: 'replace',
        path: `${ENTERPRISE}:organization`,
        value: 'Nowhere',
      }),
    ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    // A directory of one client moves nobody.
    const { id } = await make(own, { [ENTERPRISE]: { organization: 'Elsewhere' } });
    expect(await accountOf({ id } as Resource)).toMatchObject({ client: client.id });
  });

  it('makes no administrator, takes none over, and never switches the last one off', async () => {
    const admin = await server.createUser({ level: 'admin', client: client.id });
    const to = `/Users/${admin.id}`;
    expect(await own.patch(to, { op: 'replace', path: 'active', value: false })).toMatchObject({
      status: 403,
    });
    expect(await whole.patch(to, { op: 'replace', path: 'userName', value: address() })).toMatchObject({
      status: 403,
    });
    expect(await whole.patch(to, { op: 'replace', path: 'active', value: false })).toMatchObject({
      status: 200,
    });
    const { body } = await whole.get('/Users');
    const answers: number[] = [];
    for (const { id } of body.Resources) {
      const { is_staff, is_superuser } = await accountOf({ id } as Resource).catch(() => ({}) as never);
      if (is_staff !== true && is_superuser !== true) continue;
      if (Number(id) === server.admin.id) continue;
      answers.push(
        (await whole.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status,
      );
    }
    expect(new Set(answers)).toEqual(new Set([200]));
    const last = `/Users/${server.admin.id}`;
    expect(await whole.patch(last, { op: 'replace', path: 'active', value: false })).toMatchObject({
      status: 409,
    });
    expect(await whole.delete(last)).toMatchObject({ status: 409 });
    const group = await whole.post('/Groups', { displayName: 'Admin' });
    expect(group.status).toBe(201);
    const { id } = await make(whole);
    await whole.patch(`/Groups/${group.body.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
    expect(await accountOf({ id } as Resource)).toMatchObject({ is_staff: false, groups: [3] });
  });
});

describe('groups (RFC 7643, 4.2)', () => {
  it('give the role that their name stands for, and take it when somebody leaves', async () => {
    const [one, two] = [await make(own), await make(own)];
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
