import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { sha256 } from '../crypto/secrets.ts';
import { securityHeaders } from './headers.ts';
import { row, startThings } from './testing.ts';

const server = await startThings();
afterAll(() => server.stop());
const member = async () => (await server.createUser()).api;

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
  test('every answer to GET has an ETag, lists too; one of another page or person is no match', async () => {
    const api = await member();
    const etag = (await api.get('/things/')).headers.get('etag') ?? '';
    const unchanged = await api.get('/things/', { 'If-None-Match': etag });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await api.get('/things/?page=2', { 'If-None-Match': etag })).status).toBe(200);
    expect((await server.api().get('/things/', { 'If-None-Match': etag })).status).toBe(401);
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

describe('uploads', () => {
  test('are taken only once the scanner that is set has looked at them', async () => {
    const scanned = await startThings({ SCAN_URL: 'clamd://127.0.0.1:9' });
    try {
      const { api } = await scanned.createUser();
      const data = new FormData();
      data.append('note', 'hello');
      data.append('file', new Blob(['abc']), 'a.bin');
      const answer = await api.post('/things/upload/', data, { 'Accept-Language': 'fr' });
      expect([answer.status, answer.body.code]).toEqual([503, 'scanner_unreachable']);
      expect(answer.body.detail).toContain('antivirus');
    } finally {
      await scanned.stop();
    }
  });

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
    ).toEqual({ file: ['The file did not arrive complete'] });
    expect(
      (await api.post('/things/upload/', 'x', { 'Content-Type': 'multipart/form-data' })).status,
    ).toBeLessThan(500);
  });
  test('a download keeps its name, in any language', async () => {
    const { headers, text: content } = await (await member()).get('/things/download/');
    expect(content).toBe('abc');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="e _x_.csv"; filename*=UTF-8''%C3%A9%20_x_.csv`,
    );
  });
});

describe('every answer', () => {
  test('says what it is and in which characters, and traces nothing', async () => {
    for (const path of ['/api/things/open/', '/api/nothing/', '/api/things/'])
      expect((await fetch(server.url + path)).headers.get('content-type')).toBe(
        'application/json; charset=utf-8',
      );
    const traced = await new Promise<number | undefined>((resolve, reject) =>
      request(`${server.url}/api/things/`, { method: 'TRACE' }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end(),
    );
    expect(traced).toBe(405);
  });
  test.each(['/api/things/open/', '/api/nothing/', '/health/live', '/firmware/none'])(
    'carries the security headers: %s',
    async (path) => {
      const { headers } = await fetch(server.url + path);
      for (const [name, value] of Object.entries(securityHeaders({ https: false, mapOrigins: [] })))
        expect([name, headers.get(name)]).toEqual([name, value]);
    },
  );
  test('is for this origin alone, over https for a year and below it too', () => {
    const { 'Content-Security-Policy': policy, ...others } = securityHeaders({ https: true, mapOrigins: [] });
    expect(policy).toMatch(/default-src 'self'; script-src 'self';.*object-src 'none'; base-uri 'none';/);
    expect(others).toMatchObject({
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
  });
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
