import { expect } from 'vitest';
import type { TestServer } from '../../../testing/start-test-server.ts';

export const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const MESSAGE = 'urn:ietf:params:scim:api:messages:2.0';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export type Resource = Record<string, unknown> & { id: string; meta: { location: string } };
interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body of the standard, looked at field by field
  readonly body: any;
}

/** A client of the interface, by the words of RFC 7644. */
export const directoryOf = (server: TestServer, token?: string) => {
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
type Directory = ReturnType<typeof directoryOf>;

let count = 0;
export const address = () => `person-${++count}@example.org`;
export const BJENSEN = (userName = address()) => ({
  schemas: [`${CORE}:User`],
  userName,
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
});

/** A directory with a new token: of one client, or of the whole console (null). */
export async function newDirectory(server: TestServer, client: number | null) {
  const { status, body } = await server.admin.api.post('/scim-tokens/', { name: 'Entra', client });
  expect(status).toBe(201);
  const { id, value } = body as { id: number; value: string };
  return { id, value, directory: directoryOf(server, value) };
}

export async function createPerson(by: Directory, more: object = {}): Promise<Resource> {
  const { status, body } = await by.post('/Users', { ...BJENSEN(), ...more });
  expect(status).toBe(201);
  return body;
}
export const filtered = (by: Directory, kind: string, filter: string) =>
  by.get(`/${kind}?filter=${encodeURIComponent(filter)}`);
