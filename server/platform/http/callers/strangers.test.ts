import { connect } from 'node:net';
import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { boundsOf } from '../requests/body-bounds.ts';

const server = await testServer({ env: { ROLES: 'web', LOG_LEVEL: 'silent', CALL_RATE: '10' } });

let network = 0;
/** A network without any calls yet. */
const elsewhere = () => {
  network += 1;
  return `10.9.${Math.floor(network / 250)}.${(network % 250) + 1}`;
};
let from = '';
beforeEach(() => {
  from = elsewhere();
});
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'X-Forwarded-For': from, ...init.headers } });
const credentials = (Authorization: string) => ({ Authorization });
const json = { 'Content-Type': 'application/json' };

/** The status of the answer to a request whose announced body never comes. */
function withoutBody(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const lines = Object.entries({
    Host: 'x',
    'Content-Type': 'application/json',
    'Content-Length': '4000000',
    'X-Forwarded-For': elsewhere(),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(20_000, () => socket.destroy(new Error(`${method} ${path} waits for a body`)));
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(Number(data.toString('latin1').slice(9, 12)));
    });
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n{"a":`);
  });
}

describe('of who is not signed in no body is read', () => {
  it.each([
    ['POST', '/api/nothing/', 404],
    ['POST', '/', 404],
    ['PUT', '/boxes/1', 404],
    ['POST', '/metrics', 404],
    ['POST', '/health/ready', 404],
    ['POST', '/assets/index.js', 404],
    ['POST', '/firmware/abc', 404],
    ['DELETE', '/api/check-email/', 405],
    ['PATCH', '/api/boxes/', 405],
    ['OPTIONS', '/api/boxes/', 405],
    ['POST', '/mcp', 401],
    ['DELETE', '/mcp', 405],
    ['POST', '/scim/v2/Users', 401],
  ])('%s %s', async (method, path, status) => {
    expect(await withoutBody(method, path)).toBe(status);
    expect(await withoutBody(method, path, { Authorization: 'Token nobody' })).toBe(status);
  });

  it('by any endpoint: who has no session, or a dead one, is refused before', async () => {
    const wrong: string[] = [];
    const refusal = ({ level }: AnyEndpoint) => (level === 'visitor' ? 413 : 401);
    for (const endpoint of ENDPOINTS.filter(({ method }) => method !== 'GET')) {
      const address = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`;
      for (const headers of [{}, ...['Token dead', 'Api-Key aw_dead', 'Basic eDp5'].map(credentials)]) {
        const status = await withoutBody(endpoint.method, address, headers);
        if (status !== refusal(endpoint))
          wrong.push(`${endpoint.name} ${JSON.stringify(headers)}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('and what is still sent after the answer is heard for a moment only', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const ended = new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n');
    const pour = setInterval(() => socket.write('x'.repeat(1000)), 20);
    await ended;
    clearInterval(pour);
  });
});

it('a body of a signed-in person is as long as its endpoint takes', async () => {
  const { token } = server.admin;
  for (const endpoint of ENDPOINTS) {
    if (endpoint.upload !== undefined || endpoint.method === 'GET' || endpoint.level === 'visitor') continue;
    const { bytes } = boundsOf(endpoint);
    expect(bytes, endpoint.name).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(endpoint.body === undefined ? bytes : 0, endpoint.name).toBeLessThanOrEqual(16 * 1024);
  }
  const { id: client } = await server.createClient();
  const long = JSON.stringify({
    name: 'a',
    color: '#112233',
    client,
    boxes: Array.from({ length: 100_000 }, (_, i) => i + 1),
  });
  const answer = await server.api(token).post('/tags/', long);
  // Much more than a visitor's 16 KiB, but evaluated: there are no such boxes.
  expect([long.length > 500_000, answer.status]).toEqual([true, 400]);
  expect(answer.body).toHaveProperty('boxes');
});

describe('how often', () => {
  const burst = async (count: number, call: (index: number) => Promise<Response>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 20)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, async (_, at) => {
            const answer = await call(index + at);
            await answer.arrayBuffer();
            return answer.status;
          }),
        )),
      );
    return statuses;
  };

  it.each([
    ['an address without a route', '/api/nothing/', { method: 'POST', headers: json, body: '{}' }],
    ['the root', '/', { method: 'POST', headers: json, body: '{}' }],
    ['an endpoint that needs a session', '/api/boxes/', {}],
    ['a public one', '/api/meta/', {}],
    ['an assistant without a key', '/mcp', { method: 'POST', headers: json, body: '{}' }],
  ])('%s is asked 300 times at once by one network, and by others meanwhile', async (_what, path, init) => {
    const statuses = await burst(700, () => ask(path, init));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(50);
    expect(statuses.slice(0, 300)).not.toContain(429);
    // A session of the same network, the probes and other networks are not affected.
    const signedIn = { headers: { Authorization: `Token ${server.admin.token}` } };
    expect((await ask('/api/me/', signedIn)).status).toBe(200);
    expect((await ask('/health/ready')).status).toBe(200);
    from = elsewhere();
    expect((await ask(path, init)).status).not.toBe(429);
  });

  it('600 wrong tokens of one network meet a limit, and sessions beside go on', async () => {
    const before = await server.createUser();
    const tokenOf = (token: string) => ({ headers: { Authorization: `Token ${token}` } });
    expect((await ask('/api/me/', tokenOf(before.token))).status).toBe(200);
    const statuses = await burst(600, (index) => ask('/api/me/', tokenOf(`wrong${index}`)));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
    expect((await ask('/api/me/', tokenOf(before.token))).status).toBe(200);
  });
});

describe('requests that no parser or schema should see', () => {
  const post = (path: string, body: string) => server.admin.api.post(path, body);
  it.each([
    ['8,000 nested lists in a field', `{"name":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['a list that never ends', '['.repeat(20_000)],
    ['objects in objects', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
  ])('%s is a 400', async (_what, body) => {
    const answer = await post('/tags/', body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { non_field_errors: ['Is nested deeper than 32 levels'] },
    ]);
  });
  it('240,000 unknown keys, and brackets and commas within texts', async () => {
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 240_000 }, (_, i) => [`k${i}`, 1])));
    expect((await post('/clients/', keys)).status).toBe(413);
    const some = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1])));
    expect((await post('/tags/', some)).body).toEqual({
      non_field_errors: ['Contains an object of more than 1000 fields'],
    });
    const lists = `{"name":[${'[],'.repeat(20_000)}[]]}`;
    expect((await post('/clients/', lists)).body).toEqual({
      non_field_errors: ['Contains more than 25000 values'],
    });
    const text = JSON.stringify({ name: `\\"${'[,{'.repeat(1000)}\\` });
    expect((await post('/clients/', text)).body).toEqual({ name: [expect.stringContaining('characters')] });
  });
  it('one wrong id among a hundred thousand is told at its place', async () => {
    const boxes: unknown[] = Array.from({ length: 100_000 }, (_, i) => i + 1);
    boxes[54_321] = 'x';
    const answer = await post('/tags/', JSON.stringify({ name: 'a', color: '#112233', boxes }));
    expect(answer.body).toEqual({ boxes: { 54321: [expect.any(String)] } });
  });
});
