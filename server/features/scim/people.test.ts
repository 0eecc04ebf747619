import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import {
  address,
  BJENSEN,
  CORE,
  createPerson,
  type directoryOf,
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
beforeAll(async () => {
  client = await server.createClient('Réseau Est');
  own = (await newDirectory(server, client.id)).directory;
  whole = (await newDirectory(server, null)).directory;
});
const accountOf = async ({ id }: Resource) => (await server.admin.api.get(`/users/${id}/`)).body;

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
    const { id, userName } = await createPerson(own, { externalId: 'E "1"' });
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
    const { id } = await createPerson(own);
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
    const { id } = await createPerson(own);
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
    const body = await createPerson(whole, { [ENTERPRISE]: { organization: 'réseau est' } });
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
    const { id } = await createPerson(own, { [ENTERPRISE]: { organization: 'Elsewhere' } });
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
    const { id } = await createPerson(whole);
    await whole.patch(`/Groups/${group.body.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
    expect(await accountOf({ id } as Resource)).toMatchObject({ is_staff: false, groups: [3] });
  });
});
