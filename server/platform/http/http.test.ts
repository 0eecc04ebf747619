import { afterAll, describe, expect, test, vi } from 'vitest';
import { newSecret, sha256 } from '../crypto/secrets.ts';
import { BadRequest } from '../errors.ts';
import { answerBody } from './answer-error.ts';
import { attachmentOf } from './route.ts';
import { startThings } from './testing.ts';

const server = await startThings();
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
  test('public endpoints are open to users whose session has ended', async () => {
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
    expect(refused.reference).toEqual({ code: 'invalid', request_id: expect.stringMatching(/./) });
  });
  test('a field called like the reference keeps its messages', async () => {
    const fields = { code: ['Required'], request_id: ['Required'] };
    const refused = answerBody(new BadRequest({ code: ['required'], request_id: ['required'] }), 'en', 'r1');
    expect(refused).toEqual(fields);
    expect(answerBody(new BadRequest('bad_request'), 'en', 'r1')).toMatchObject({
      code: 'invalid',
      request_id: 'r1',
    });
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
    const large = await api.post('/things/', { name: 'a', size: 1, x: 'y'.repeat(300_000) });
    expect([large.status, large.body.detail]).toEqual([413, 'Too large: at most 262144 bytes are accepted.']);
  });
  test('a refusal stays short, however much is wrong', async () => {
    const api = await member();
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, 1]));
    const refused = await api.post('/things/', { name: 'a', size: 1, ...many });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toHaveLength(21);
    expect(refused.body).toMatchObject({
      k0: ['Unknown field'],
      k19: ['Unknown field'],
      non_field_errors: ['There are more errors than those listed here'],
    });
    const ids = await api.post('/things/', {
      name: 'a',
      size: 1,
      ids: Array.from({ length: 20_000 }, () => 'x'),
    });
    expect(Object.keys(ids.body.ids)).toHaveLength(100);
    expect(ids.body.non_field_errors).toEqual(['There are more errors than those listed here']);
    const long = await api.post('/things/', { name: 'a', size: 1, ['y'.repeat(200_000)]: 1 });
    expect(long.body).toEqual({ [`${'y'.repeat(100)}…`]: ['Unknown field'] });
    const vast = await api.post('/things/', {
      name: 'a',
      size: 1,
      ids: Array.from({ length: 30_000 }, () => 1),
    });
    expect([vast.status, vast.body]).toEqual([
      400,
      { non_field_errors: ['Contains more than 25000 values'] },
    ]);
  });
  test('callers without a session may send little, and not too fast; others are not slowed down', async () => {
    const ask = (body: unknown, address: string) =>
      server.api().post('/things/ask/', body, { 'X-Forwarded-For': address });
    const large = await ask({ name: 'a', x: 'y'.repeat(17_000) }, '192.0.2.1');
    expect([large.status, large.body.detail]).toEqual([413, 'Too large: at most 16384 bytes are accepted.']);
    // They come at one moment, however long the machine takes for them.
    const moment = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const flood = await Promise.all(
      Array.from({ length: 420 }, (_, at) => ask({ name: 'a' }, `2001:db8:1:2::${at.toString(16)}`)),
    );
    moment.mockRestore();
    const refused = flood.filter((one) => one.status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(120);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await ask({ name: 'a' }, '2001:db8:1:3::1')).status).toBe(200);
  });
  test('who is signed in calls as fast as CALL_RATE says, in all sessions together; others go on', async () => {
    const user = await server.createUser();
    const ask = (index: number) => user.api.post('/things/', { name: 'a', size: index % 60 });
    const flood = await Promise.all(Array.from({ length: 150 }, (_, index) => ask(index)));
    const refused = flood.find((one) => one.status === 429);
    expect(flood.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(60);
    expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['too_many_changes', '1']);
    const french = await Promise.all(
      Array.from({ length: 60 }, () => user.api.post('/things/', {}, { 'Accept-Language': 'fr' })),
    );
    expect(french.map(({ body }) => body.detail)).toContain(
      'Vous faites plus de 2 modifications par seconde. Patientez un instant.',
    );
    // Reads have a higher limit, and nobody else is affected.
    expect(await user.api.get('/things/7/')).toMatchObject({ status: 200 });
    const other = await server.createUser();
    expect(await other.api.post('/things/', { name: 'a', size: 1 })).toMatchObject({ status: 201 });
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
    // By the server's own address, whatever a caller or a proxy states.
    const forged = await api.get('/things/?page_size=50', {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
    });
    expect(forged.body.next).toBe(`${server.url}/api/things/?page_size=50&page=2`);
    expect((await api.get('/things/?page=3')).body.next).toBeNull();
    expect((await api.get('/things/?page_size=1001')).body).toEqual({
      page_size: ['Value must be between 1 and 1000'],
    });
    expect((await api.get('/things/?nonsense=1')).body).toEqual({ nonsense: ['Unknown field'] });
    expect((await api.get('/things/?page=1&page=2')).status).toBe(400);
    expect((await api.get('/things/?ordering=password')).status).toBe(400);
  });
});

describe('failures', () => {
  test('an address that the API does not have is said to be none, in words of the reader', async () => {
    const api = await member();
    const missing = await api.get('/thing/?cursor=x', { 'Accept-Language': 'fr' });
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    expect(missing.body.detail).toMatch(/^Cette adresse n’existe pas dans l’API/);
  });
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

test('the name of a file keeps its letters, with a plain form for old programs (RFC 6266)', () => {
  const of = (name: string) => attachmentOf(name);
  expect(of('Rapport Réseau d’essai (mai).pdf')).toBe(
    `attachment; filename="Rapport Reseau d_essai (mai).pdf"; filename*=UTF-8''Rapport%20R%C3%A9seau%20d%E2%80%99essai%20%28mai%29.pdf`,
  );
  // Decomposed letters, as a Mac writes them; a quote; characters that would leave the folder or reverse the
  // extension.
  expect(of('Re\u0301seau.csv')).toBe(of('R\u00e9seau.csv'));
  expect(of('a"b\\c/d\r\nx: 1.csv')).toBe(
    `attachment; filename="a_b_c_d__x_ 1.csv"; filename*=UTF-8''a_b_c_d__x_%201.csv`,
  );
  expect(of('x\u202egpj.exe')).toContain(`filename*=UTF-8''x_gpj.exe`);
  expect(of('\ud800.csv')).toContain(`filename*=UTF-8''%EF%BF%BD.csv`);
});
