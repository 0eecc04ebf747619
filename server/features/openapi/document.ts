import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { type AnyEndpoint, UNASKED } from '@aerowatch/contracts/endpoint';
import { notModified, success } from './answers.ts';
import { describeDocument } from './describe.ts';
import { HEADERS, headersOf } from './headers.ts';
import { type Json, namedSchemas, schemaOf } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

/** Description of each tag. */
const TAGS: Readonly<Record<string, string>> = {
  Session: 'Signing in and out, and the way back in',
  Profile: 'Your own profile, preferences, picture and password',
  Users: 'People and their roles',
  Clients: 'Tenants: the railways whose boxes are watched',
  Boxes: 'Boxes with their place, their desired and reported configuration',
  AEROs: 'Tensioning devices, two at most to a box',
  Measures: 'Measures, curves, counts, exports and imports',
  Jobs: 'Long-running work',
  Notes: 'Maintenance log',
  'Saved views': 'Visualizations kept by name',
  Alerts: 'Open and archived alerts',
  'Work orders': 'What is to be done on the pole, and what was found',
  Webhooks: 'Who else is told of what happens, signed, at least once',
  Supervisors: 'Alert rules and their rehearsal',
  Firmware: 'Firmware files and their rollouts',
  Tags: 'Coloured words put on boxes',
  'API keys': 'Access of other systems, by scopes, to the data of one client',
  Console: 'Dashboard, search, audit log, outbox, live events',
  Documentation: 'This document',
};
const DESCRIPTION = `Names are snake_case, times ISO 8601 in UTC, ids positive integers. Every path answers with and without its trailing slash.

Sign in at \`/api-token-auth/\` and send \`Authorization: Token <token>\`; a token lives six hours. Other systems send \`Authorization: Api-Key <value>\`: what the key's scopes allow, on the data of its client. When somebody proves again to be there (\`/me/confirm/\`, or a password beside a change), \`X-Session-Token\` of the answer is a new token of the session: once it is used, the one before ends in thirty seconds; who never uses it keeps the one before.

Lists answer \`{count, next, previous, results}\` and take \`page\`, \`page_size\`, \`ordering\` (a minus sign reverses), \`search\` and filters by field name, several values separated by commas. To keep a copy, ask for \`updated_since\`: what was changed at that time or later, the oldest change first; \`next\` goes on at a cursor, which nothing added or changed meanwhile disturbs, and null says that all was read. Then go on with the newest \`updated_at\` you have, less a minute (a change is seen once it is committed). What was deleted is told by \`/events/\`. Alerts are plain arrays. What is not yours answers like what does not exist. Files (\`avatar\`, \`file\`) are named by their path on this host, ready to be asked for.

A person or a key may make 1,000 calls a second in the long run, 200 of them changes (\`CALL_RATE\`), of each process; those of thirty seconds may come at once. Exports go one of a person at a time, live streams twenty. What is beyond answers 429 with \`Retry-After\` in seconds: wait so long and call again.`;

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const STATUSES: Readonly<Record<number, string>> = {
  400: 'Invalid',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'Stale',
  413: 'TooLarge',
  415: 'OtherType',
  429: 'TooMany',
};

/** The API as an OpenAPI 3.1 document, derived from the endpoints of the contract. */
export function openApiDocument(
  version: string,
  endpoints: readonly AnyEndpoint[] = ENDPOINTS,
  base = '',
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    // Both forms work; OpenAPI linters want the one without the trailing slash.
    const path = endpoint.path.replace(/\/$/, '');
    const methods = paths[path] ?? {};
    paths[path] = methods;
    methods[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: 'AeroWatch API',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${base}/api`, description: 'This console' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    security: [{ token: [] }],
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes,
      parameters,
      headers: HEADERS,
      schemas: { ...namedSchemas(), ...errorSchemas },
      responses,
    },
  };
  describeDocument(document);
  return document;
}

function operation(endpoint: AnyEndpoint): Json {
  const body = requestBody(endpoint);
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${levelOf(endpoint)} ${confirmOf(endpoint)}`,
    security:
      endpoint.level === 'visitor'
        ? []
        : [{ token: [] }, ...(endpoint.apiKey === false ? [] : [{ apiKey: [] }])],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [endpoint.status]: { ...success(endpoint), headers: headersOf(endpoint) },
      ...notModified(endpoint),
      ...failures(endpoint),
    },
  };
}

function levelOf(endpoint: AnyEndpoint): string {
  const own = endpoint.ownRecord === true ? '; everyone on their own record' : '';
  return `Level: ${endpoint.level}${own}${endpoint.apiKey === false ? '' : `; API keys with the scope \`${endpoint.apiKey}\``}.`;
}

function confirmOf({ confirm }: AnyEndpoint): string {
  if (typeof confirm === 'string') return `Does not ask again: ${UNASKED[confirm]}`;
  const when = confirm === true ? '' : ` Only where one of these changes: ${confirm.changing.join(', ')}.`;
  return `Asks for the password or a factor again (401 \`confirm_again\`) unless this session gave it within ten minutes.${when}`;
}

function pathParameters(endpoint: AnyEndpoint): Json[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

function queryParameters(endpoint: AnyEndpoint): Json[] {
  if (endpoint.query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(endpoint.query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: plainer(schema),
  }));
}

/** For readers of the document, digits in a query string are a number. */
function plainer(schema: Json): Json {
  const digits =
    schema.type === 'string' &&
    typeof schema.pattern === 'string' &&
    /^\^\\d(\{[\d,]+\}|\+)\$$/.test(schema.pattern);
  return digits
    ? { type: 'integer', minimum: 0, ...('default' in schema ? { default: schema.default } : {}) }
    : schema;
}

function headerParameters(endpoint: AnyEndpoint): Json[] {
  const names = ['language'];
  if (endpoint.errors?.includes(412)) names.push('ifMatch');
  if (endpoint.method === 'POST' && endpoint.level !== 'visitor') names.push('idempotencyKey');
  return names.map((name) => ref('parameters', name));
}

function requestBody(endpoint: AnyEndpoint): Json | undefined {
  if (endpoint.upload !== undefined) return multipart(endpoint, endpoint.upload);
  if (endpoint.body === undefined) return undefined;
  const required = !endpoint.body.safeParse(undefined).success;
  const schema = schemaOf(endpoint.body, 'input');
  const asForm = endpoint.form === true ? { 'application/x-www-form-urlencoded': { schema } } : {};
  return { required, content: { 'application/json': { schema }, ...asForm } };
}

function multipart(endpoint: AnyEndpoint, { field, maxBytes }: { field: string; maxBytes: number }): Json {
  const fields =
    endpoint.body === undefined
      ? {}
      : (schemaOf(endpoint.body, 'input') as { properties?: Json; required?: string[] });
  const properties = {
    [field]: { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes` },
    ...fields.properties,
  };
  const schema = { type: 'object', properties, required: [field, ...(fields.required ?? [])] };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function failures(endpoint: AnyEndpoint): Json {
  const statuses = new Set<number>(endpoint.errors ?? []);
  if (endpoint.body !== undefined || endpoint.query !== undefined || endpoint.upload !== undefined)
    statuses.add(400);
  if (endpoint.level !== 'visitor') statuses.add(401).add(403);
  if (endpoint.resource !== undefined) statuses.add(404);
  // An idempotency key in use or already used for another request; a body of another type.
  if (endpoint.method === 'POST' && endpoint.level !== 'visitor') statuses.add(409);
  if (endpoint.body !== undefined || endpoint.upload !== undefined) statuses.add(415);
  // A visitor's plain read can only be refused for its method or headers.
  if (statuses.size === 0) statuses.add(400);
  const known = [...statuses]
    .sort()
    .map((status) => [status, ref('responses', STATUSES[status] ?? 'Invalid')]);
  return { ...Object.fromEntries(known), 500: ref('responses', 'Internal') };
}

const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const reference = {
  code: text('A stable word', 'not_found'),
  request_id: text('Quote it when you ask for help', '3f9c2a7d-10b8-4e65-9d0c-2f6f1f1f2c3d'),
};
const errorSchemas: Record<string, Json> = {
  Refusal: {
    type: 'object',
    description: 'Why a call was refused',
    properties: { detail: text('A sentence in the caller’s language', 'Not found.'), ...reference },
    required: ['detail', 'code', 'request_id'],
  },
  FieldErrors: {
    type: 'object',
    description:
      'Messages by field; nested objects nest, items of a list are keyed by their index, what concerns no field is in non_field_errors; `code` and `request_id` stand beside them as texts, unless a field is itself called so',
    examples: [{ name: ['Required'], code: 'invalid', request_id: '3f9c2a7d-10b8-4e65-9d0c-2f6f1f1f2c3d' }],
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        { type: 'string' },
        ref('schemas', 'FieldErrors'),
      ],
    },
  },
};
const refusal = (description: string, headers?: Json) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema: ref('schemas', 'Refusal') } },
});
const responses: Record<string, Json> = {
  Invalid: {
    description: 'What was sent does not fit',
    content: { 'application/json': { schema: ref('schemas', 'FieldErrors') } },
  },
  Unauthorized: refusal('No credential, or a dead one', {
    'WWW-Authenticate': ref('headers', 'WWW-Authenticate'),
  }),
  Forbidden: refusal('Not allowed at this level'),
  NotFound: refusal('Does not exist, or is not yours'),
  Conflict: refusal('Conflicts with what is stored'),
  Stale: refusal('If-Match names an older version'),
  TooLarge: refusal('Too large'),
  OtherType: refusal('A body of a type that is not read here'),
  TooMany: refusal('Too many requests', { 'Retry-After': ref('headers', 'Retry-After') }),
  Internal: refusal('A fault of the server'),
};
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});
const parameters: Record<string, Json> = {
  language: header('Accept-Language', 'Language of messages: en or fr; else the user’s'),
  ifMatch: header('If-Match', 'ETag of the version that was seen; a stale one answers 412'),
  idempotencyKey: header(
    'Idempotency-Key',
    'The same key with the same body answers the first result again for 24 hours',
  ),
};
const securitySchemes: Record<string, Json> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token <token>` of `/api-token-auth/`',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Api-Key <value>` of `/keys/`',
  },
};
