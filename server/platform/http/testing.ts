import { endpoint } from '@aerowatch/contracts/endpoint';
import { id, idParams, listQuery, page, text, whole } from '@aerowatch/contracts/fields';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
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
  ids: z.array(id).optional(),
  deep: z.strictObject({ at: whole(1, 2) }).optional(),
});
const endpoints = {
  list: endpoint({
    ...base,
    name: 'things.list',
    method: 'GET',
    path: '/things/',
    apiKey: 'read',
    summary: '',
    query: listQuery(['id', 'name'], {}),
    response: page(z.object({ id: z.number() })),
  }),
  create: endpoint({
    ...base,
    name: 'things.create',
    confirm: 'daily',
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
    confirm: 'daily',
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
  ask: endpoint({
    ...base,
    name: 'things.ask',
    confirm: 'daily',
    method: 'POST',
    path: '/things/ask/',
    level: 'visitor',
    summary: '',
    body: z.strictObject({ name: text(10) }),
    response: z.object({ name: z.string() }),
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
    confirm: 'daily',
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
export const row = { id: 7, updated_at: new Date('2026-01-01T00:00:00Z').toISOString(), name: 'a', seen: 0 };

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
  route(endpoints.ask, ({ body }) => ({ name: body.name })),
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

/** A server with a resource that exists only for tests of the HTTP layer. */
export function startThings(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  return startTestServer({
    env: { LOG_LEVEL: 'silent', CALL_RATE: '10', ...env },
    modules: [() => ({ name: 'things', routes })],
  });
}
