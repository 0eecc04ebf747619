import { endpoint } from '@aerowatch/contracts/endpoint';
import { id, idParams, listQuery, page, text, whole } from '@aerowatch/contracts/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../testing.ts';
import { newSecret, sha256 } from '../crypto/secrets.ts';
import { Conflict, NotFound, TooManyRequests } from '../errors.ts';
import { checkIfMatch } from './etag.ts';
import { pageOf } from './pages.ts';
import { route, stream } from './route.ts';

const thing = z.object({ id: z.number(), updated_at: z.string(), name: z.string(), seen: z.number() });
const base = { tag: 'Things', level: 'member', apiKey: false, status: 200 } as const;
const nested = z.strictObject({
  name: text(10),
  size: whole(0, 60),
  parts: z.array(z.strictObject({ n: id })).optional(),
  deep: z.strictObject({ at: whole(1, 2) }).optional(),
});
const endpoints = {
  list: endpoint({
    ...base,
    name: 'things.list',
    method: 'GET',
    path: '/things/',
    apiKey: true,
    summary: '',
    query: listQuery(['id', 'name'], {}),
    response: page(z.object({ id: z.number() })),
  }),
  create: endpoint({
    ...base,
    name: 'things.create',
    method: 'POST',
    path: '/things/',
    status: 201,
    summary: '',
    body: nested,
    response: z.object({ id: z.number(), language: z.string() }),
  }),
  get: endpoint({
    ...base,
    name: 'things.get',
    method: 'GET',
    path: '/things/{id}/',
    resource: 'tag',
    params: idParams,
    summary: '',
    response: thing,
  }),
  patch: endpoint({
    ...base,
    name: 'things.patch',
    method: 'PATCH',
    path: '/things/{id}/',
    resource: 'tag',
    params: idParams,
    summary: '',
    body: z.strictObject({ name: text(10) }),
    response: thing,
  }),
  managed: endpoint({
    ...base,
    name: 'things.managed',
    method: 'GET',
    path: '/things/managed/',
    level: 'privileged',
    summary: '',
    response: z.object({ ok: z.boolean() }),
  }),
  open: endpoint({
    ...base,
    name: 'things.open',
    method: 'GET',
    path: '/things/open/',
    level: 'visitor',
    summary: '',
    response: z.object({ kind: z.string() }),
  }),
  broken: endpoint({
    ...base,
    name: 'things.broken',
    method: 'GET',
    path: '/things/broken/{id}/',
    params: idParams,
    summary: '',
  }),
  upload: endpoint({
    ...base,
    name: 'things.upload',
    method: 'POST',
    path: '/things/upload/',
    upload: { field: 'file', maxBytes: 1000 },
    summary: '',
    body: z.strictObject({ note: text(20) }),
    response: z.object({ size: z.number(), sha256: z.string(), note: z.string() }),
  }),
  download: endpoint({
    ...base,
    name: 'things.download',
    method: 'GET',
    path: '/things/download/',
    answers: 'file',
    summary: '',
  }),
};

let created = 0;
const row = { id: 7, updated_at: new Date('2026-01-01T00:00:00Z').toISOString(), name: 'a', seen: 0 };
let server: TestServer;
beforeAll(async () => {
  const routes = [
    route(endpoints.list, ({ request, query }) => pageOf(request, query, 120, [{ id: 1 }])),
    route(endpoints.create, ({ language }) => ({ id: ++created, language })),
    route(endpoints.get, ({ params }) => {
      if (params.id !== 7) throw new NotFound();
      return { ...row };
    }),
    route(endpoints.patch, ({ body, request }) => {
      checkIfMatch(request, row);
      row.name = body.name;
      row.updated_at = new Date(Date.parse(row.updated_at) + 1).toISOString();
      return { ...row };
    }),
    route(endpoints.managed, () => ({ ok: true })),
    route(endpoints.open, ({ viewer }) => ({ kind: viewer.kind })),
    route(endpoints.broken, ({ params }) => {
      if (params.id === 1) throw new Error('select secret from /etc/passwd');
      if (params.id === 2)
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
      if (params.id === 3) throw new TooManyRequests(42);
      throw new Conflict('conflict');
    }),
    route(endpoints.upload, ({ file, body }) => ({
      size: file?.size ?? 0,
      sha256: file?.sha256 ?? '',
      note: body.note,
    })),
    route(endpoints.download, () => stream(Buffer.from('abc'), { type: 'text/csv', filename: 'é "x".csv' })),
  ];
  server = await startTestServer({
    env: { LOG_LEVEL: 'silent' },
    modules: [() => ({ name: 'things', routes })],
  });
});
afterAll(() => server.stop());
const member = async () => (await server.createUser()).api;

describe('who may call', () => {
  test('a visitor gets 401 with the way to sign in, a dead token too', async () => {
    for (const api of [
      server.api(),
      server.api('nonsense'),
      server.api('Bearer x'),
      server.api('Api-Key x'),
    ]) {
      const refused = await api.get('/things/');
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Token');
      expect(refused.body).toEqual({
        detail: expect.any(String),
        code: 'unauthorized',
        request_id: refused.headers.get('x-request-id'),
      });
    }
  });
  test('a lower level gets 403 with the customer’s sentence, in both languages', async () => {
    const refused = await (await member()).get('/things/managed/');
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "You don't have the necessary privileges to perform this action.",
    ]);
    const french = await (await member()).get('/things/managed/', {
      'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.8',
    });
    expect(french.body.detail).toBe("Vous n'avez pas les droits nécessaires pour effectuer cette action.");
    expect(
      (await (await server.createUser({ level: 'privileged' })).api.get('/things/managed/')).status,
    ).toBe(200);
  });
  test('tokens end: after six hours, on logout, with the user', async () => {
    const user = await server.createUser();
    await server.db
      .updateTable('tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', user.id)
      .execute();
    expect((await user.api.get('/things/')).status).toBe(401);
    const other = await server.createUser();
    expect((await other.api.get('/things/')).status).toBe(200);
    await server.db.updateTable('users').set({ is_active: false }).where('id', '=', other.id).execute();
    expect((await other.api.get('/things/')).status).toBe(401);
  });
  test('a key reads where keys may, and is noted', async () => {
    const client = await server.createClient();
    const value = newSecret();
    const { id: key } = await server.db
      .insertInto('api_keys')
      .values({ name: 'k', client_id: client.id, prefix: value.slice(0, 6), hash: sha256(value) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const api = server.api(`Api-Key ${value}`);
    expect((await api.get('/things/')).status).toBe(200);
    expect((await api.get('/things/7/')).status).toBe(403);
    expect((await api.post('/things/', { name: 'a', size: 1 })).status).toBe(403);
    expect(
      (
        await server.db
          .selectFrom('api_keys')
          .select('last_used_at')
          .where('id', '=', key)
          .executeTakeFirstOrThrow()
      ).last_used_at,
    ).not.toBeNull();
    await server.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', key).execute();
    expect((await api.get('/things/')).status).toBe(401);
  });
  test('what is open to all is open to those whose session has ended', async () => {
    expect((await server.api('dead').get('/things/open/')).body).toEqual({ kind: 'visitor' });
    expect((await server.admin.api.get('/things/open/')).body).toEqual({ kind: 'user' });
  });
});

describe('what is sent', () => {
  test('each refusal stands at its field; unknown ones are named', async () => {
    const api = await member();
    const refused = await api.post('/things/', {
      name: 'much too long a name',
      size: 1.5,
      parts: [{ n: 1 }, { n: 0, m: 1 }],
      deep: { at: 'x' },
      is_staff: true,
      __proto__x: 1,
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      name: ['Maximum length is 10 characters'],
      size: ['Is not integer'],
      parts: { 1: { n: ['Is not integer'], m: ['Unknown field'] } },
      deep: { at: ['Is not numeric'] },
      is_staff: ['Unknown field'],
      __proto__x: ['Unknown field'],
    });
  });
  test.each([
    [{}, { name: ['Required'], size: ['Required'] }],
    [undefined, { name: ['Required'], size: ['Required'] }],
    [
      { name: '', size: 61 },
      { name: ['Required'], size: ['Value must be between 0 and 60'] },
    ],
    [
      { name: null, size: null },
      { name: ['Required'], size: ['Required'] },
    ],
    [{ name: 'a', size: '5' }, { size: ['Is not numeric'] }],
    [[], { non_field_errors: ['Is not an object'] }],
    ['{"name"', { non_field_errors: ['The body is not valid JSON'] }],
    ['{"__proto__": {"x": 1}}', { non_field_errors: ['The body is not valid JSON'] }],
    ['null', { name: ['Required'], size: ['Required'] }],
  ])('%j is refused', async (body, errors) => {
    const refused = await (await member()).post('/things/', body, { 'Content-Type': 'application/json' });
    expect([refused.status, refused.body]).toEqual([400, errors]);
  });
  test('in French for who asks for it, else in the user’s language', async () => {
    const french = (await server.createUser({ language: 'fr' })).api;
    expect((await french.post('/things/', { size: 61, name: 'a' })).body).toEqual({
      size: ['La valeur doit être comprise entre 0 et 60'],
    });
    expect(
      (await french.post('/things/', { size: 61, name: 'a' }, { 'Accept-Language': 'en' })).body,
    ).toEqual({ size: ['Value must be between 0 and 60'] });
    expect((await french.post('/things/', { size: 1, name: 'a' })).body.language).toBe('fr');
  });
  test('other media types, methods, paths', async () => {
    const api = await member();
    expect(
      (await api.post('/things/', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    const wrong = await api.delete('/things/');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST']);
    for (const path of [
      '/things/abc/',
      '/things/8/',
      '/things/0/',
      '/things/99999999999/',
      '/nothing/',
      '/things/7/x/',
    ])
      expect((await api.get(path)).status).toBe(404);
    expect((await api.get('/things/7')).status).toBe(200);
    expect((await api.post('/things/', { name: 'a', size: 1, x: 'y'.repeat(5_000_000) })).status).toBe(413);
  });
  test('pages', async () => {
    const api = await member();
    const { body } = await api.get('/things/?page=2&page_size=50&ordering=-name&search=a%20b');
    expect(body).toEqual({
      count: 120,
      next: `${server.url}/api/things/?page=3&page_size=50&ordering=-name&search=a+b`,
      previous: `${server.url}/api/things/?page=1&page_size=50&ordering=-name&search=a+b`,
      results: [{ id: 1 }],
    });
    expect((await api.get('/things/?page=3')).body.next).toBeNull();
    expect((await api.get('/things/?page_size=1001')).body).toEqual({
      page_size: ['Value must be between 1 and 1000'],
    });
    expect((await api.get('/things/?nonsense=1')).body).toEqual({ nonsense: ['Unknown field'] });
    expect((await api.get('/things/?page=1&page=2')).status).toBe(400);
    expect((await api.get('/things/?ordering=password')).status).toBe(400);
  });
});

describe('versions', () => {
  test('a stale If-Match is refused, a fresh one and none pass; derived fields do not make it stale', async () => {
    const api = await member();
    const first = await api.get('/things/7/');
    const etag = first.headers.get('etag') ?? '';
    row.seen += 1;
    const changed = await api.patch('/things/7/', { name: 'b' }, { 'If-Match': etag });
    expect(changed.status).toBe(200);
    const stale = await api.patch('/things/7/', { name: 'c' }, { 'If-Match': etag });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    expect(
      (await api.patch('/things/7/', { name: 'd' }, { 'If-Match': changed.headers.get('etag') ?? '' }))
        .status,
    ).toBe(200);
    expect((await api.patch('/things/7/', { name: 'e' })).status).toBe(200);
    expect((await api.patch('/things/7/', { name: 'f' }, { 'If-Match': '*' })).status).toBe(200);
  });
  test('If-None-Match answers 304 only while nothing at all changed', async () => {
    const api = await member();
    const etag = (await api.get('/things/7/')).headers.get('etag') ?? '';
    expect((await api.get('/things/7/', { 'If-None-Match': etag })).status).toBe(304);
    row.seen += 1;
    expect((await api.get('/things/7/', { 'If-None-Match': etag })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  test('the same key with the same body answers the first result, with another 409', async () => {
    const api = await member();
    const send = (body: unknown) => api.post('/things/', body, { 'Idempotency-Key': 'k1' });
    const first = await send({ name: 'a', size: 1 });
    const again = await send({ name: 'a', size: 1 });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ]);
    const other = await send({ name: 'a', size: 2 });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(
      (await (await member()).post('/things/', { name: 'a', size: 1 }, { 'Idempotency-Key': 'k1' })).body,
    ).not.toEqual(first.body);
    expect(
      JSON.stringify(await server.db.selectFrom('idempotency_keys').select('response').execute()),
    ).not.toContain('"language"');
  });
  test('a refused request leaves its key free; after a day it is free again', async () => {
    const user = await server.createUser();
    const send = (body: unknown) => user.api.post('/things/', body, { 'Idempotency-Key': 'k2' });
    expect((await send({ name: 'a' })).status).toBe(400);
    const first = await send({ name: 'a', size: 1 });
    expect(first.status).toBe(201);
    await server.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('key', '=', 'k2')
      .execute();
    expect((await send({ name: 'a', size: 1 })).body.id).toBeGreaterThan(first.body.id);
  });
});

describe('failures', () => {
  test('a defect tells nothing but its number', async () => {
    const failed = await (await member()).get('/things/broken/1/');
    expect(failed.status).toBe(500);
    expect(failed.text).not.toMatch(/select|passwd|at /);
    expect(failed.body.request_id).toBe(failed.headers.get('x-request-id'));
  });
  test('the database away is 503 with Retry-After, a throttle 429', async () => {
    const away = await (await member()).get('/things/broken/2/');
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    const throttled = await (await member()).get('/things/broken/3/');
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '42']);
  });
});

describe('uploads', () => {
  const form = (size: number, note: string | undefined = 'hello', field = 'file') => {
    const data = new FormData();
    if (note !== undefined) data.set('note', note);
    data.set(field, new Blob([Buffer.alloc(size, 1)]), '../x.bin');
    return data;
  };
  test('a file comes whole, counted and hashed', async () => {
    const { status, body } = await (await member()).post('/things/upload/', form(1000));
    expect([status, body]).toEqual([
      200,
      { size: 1000, sha256: sha256(Buffer.alloc(1000, 1)).toString('hex'), note: 'hello' },
    ]);
  });
  test('too large, missing, empty, unknown, truncated, not multipart', async () => {
    const api = await member();
    expect((await api.post('/things/upload/', form(1001))).status).toBe(413);
    expect((await api.post('/things/upload/', form(0))).body).toEqual({ file: ['The file is empty'] });
    expect((await api.post('/things/upload/', form(10, 'hello', 'other'))).body).toEqual({
      other: ['Unknown field'],
    });
    expect((await api.post('/things/upload/', form(10, ''))).body).toEqual({ note: ['Required'] });
    const none = new FormData();
    none.set('note', 'x');
    expect((await api.post('/things/upload/', none)).body).toEqual({ file: ['A file is required'] });
    expect((await api.post('/things/upload/', {})).status).toBe(415);
    const cut =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: a/b\r\n\r\nhalf';
    expect(
      (await api.post('/things/upload/', cut, { 'Content-Type': 'multipart/form-data; boundary=b' })).body,
    ).toEqual({ file: ['The file did not arrive whole'] });
    expect(
      (await api.post('/things/upload/', 'x', { 'Content-Type': 'multipart/form-data' })).status,
    ).toBeLessThan(500);
  });
  test('a download keeps its name, in any language', async () => {
    const { headers, text: content } = await (await member()).get('/things/download/');
    expect(content).toBe('abc');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="___x_.csv"; filename*=UTF-8''${encodeURIComponent('é "x".csv')}`,
    );
  });
});

describe('every answer', () => {
  test('carries the security headers', async () => {
    const { headers } = await fetch(`${server.url}/api/things/open/`);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
  test('health and metrics at the root', async () => {
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^process_cpu_seconds_total /m);
    expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*path="\/api\/things/m);
    expect(
      (await fetch(`${server.url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status,
    ).toBe(403);
  });
});
