import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { Json } from './schemas.ts';

const header = (description: string, schema: Json, example: unknown) => ({
  description,
  schema: { ...schema, examples: [example] },
});
const text = { type: 'string' };

/** Headers of answers, by name. */
export const HEADERS: Readonly<Record<string, Json>> = {
  ETag: header('Version of the answer, for If-None-Match and If-Match', text, '"0198c0de-kX0aB1cD2eF3gH4i"'),
  'X-Request-Id': header(
    'Id of the request: quote it when you ask for help',
    text,
    '3f9c2a7d-10b8-4e65-9d0c',
  ),
  'X-Session-Token': header(
    'New token of the session, after the caller proved again to be there; the one before ends once it is used',
    text,
    'f3QpN…',
  ),
  'X-Total-Count': header('How many there are in all', { type: 'integer' }, 120),
  'X-Offline-Copy': header(
    '`allowed` where a browser may keep a copy for use without network',
    text,
    'allowed',
  ),
  'X-Offline-Until': header(
    'Until when it may be used: the end of the session',
    text,
    '2026-06-01T14:00:00.000Z',
  ),
  'Content-Disposition': header('Name of the file', text, `attachment; filename="measures.csv"`),
  'Idempotent-Replayed': header('`true` where the first result of the key is answered again', text, 'true'),
  'Retry-After': header('Seconds to wait before the next try, s', { type: 'integer' }, 5),
  'WWW-Authenticate': header('How to sign in', text, 'Token'),
};

const isTotalled = ({ name }: AnyEndpoint) => name === 'alerts.opened' || name === 'alerts.archived';

const APPLIES: Readonly<Record<string, (endpoint: AnyEndpoint) => boolean>> = {
  ETag: (endpoint) => endpoint.method === 'GET' && isJson(endpoint),
  'X-Request-Id': () => true,
  'X-Total-Count': isTotalled,
  'X-Session-Token': ({ level, confirm, name }) =>
    level !== 'visitor' && (typeof confirm === 'object' || name === 'me.confirm'),
  'X-Offline-Copy': ({ method, level }) => method === 'GET' && level !== 'visitor',
  'X-Offline-Until': ({ method, level }) => method === 'GET' && level !== 'visitor',
  'Content-Disposition': ({ answers }) => answers === 'stream' || answers === 'file',
  'Idempotent-Replayed': ({ method, level }) => method === 'POST' && level !== 'visitor',
};

const isJson = ({ answers }: AnyEndpoint) => answers === undefined || answers === 'json';

/** References to the headers that the answer of an endpoint may carry. */
export function headersOf(endpoint: AnyEndpoint): Json {
  return Object.fromEntries(
    Object.entries(APPLIES)
      .filter(([, applies]) => applies(endpoint))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
