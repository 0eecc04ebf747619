import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { schemaOf } from '../../server/features/openapi/schemas.ts';
import { call } from '../access-walk/call.ts';
import { type Sample, sampleOf } from '../access-walk/samples.ts';
import { MAKE, MAKE_ORDERS } from '../access-walk/store-things.ts';
import { makeSide } from '../access-walk/store-world.ts';
import { testServer } from '../test-server.ts';

/** Values that almost every field refuses; each field is sent the first one that its schema refuses. */
const WRONG: readonly unknown[] = [
  { nope: 1 },
  'nope\u0000',
  -1e300,
  [{}],
  true,
  null,
  ['nope'],
  'x'.repeat(12_000),
];

// One user sends hundreds of wrong bodies a second.
const server = await testServer({ env: { ROLES: 'web', CALL_RATE: 'off' } });
const side = await makeSide(server, 'Matterhorn');
const admin = await server.createUser({ level: 'admin', client: side.client });
const [tag, firmware, alert] = await Promise.all(
  (['tag', 'firmware', 'alert'] as const).map((name) => MAKE[name](server, side, admin.id)),
);
const [order, proposal, finished] = await Promise.all(
  (['order', 'proposal', 'finished'] as const).map((name) => MAKE_ORDERS[name](server, side, admin.id)),
);
const own = {
  ...side,
  tag: tag ?? 0,
  firmware: firmware ?? 0,
  alert: alert ?? 0,
  user: admin.id,
  order: order ?? 0,
  proposal: proposal ?? 0,
  finished: finished ?? 0,
};

type Path = readonly string[];
interface Refusal {
  readonly path: Path;
  readonly value: unknown;
}

/** Every field of a body's schema, at any depth; lists by their first item. */
function fieldsOf(schema: Record<string, unknown>, path: Path = []): Path[] {
  const branches = [
    ...((schema.anyOf as object[]) ?? []),
    ...((schema.oneOf as object[]) ?? []),
    ...((schema.allOf as object[]) ?? []),
  ] as Record<string, unknown>[];
  const inner = branches.flatMap((branch) => fieldsOf(branch, path));
  const items = schema.items as Record<string, unknown> | undefined;
  if (items !== undefined) inner.push([...path, '0'], ...fieldsOf(items, [...path, '0']));
  for (const [name, property] of Object.entries(
    (schema.properties ?? {}) as Record<string, Record<string, unknown>>,
  ))
    inner.push([...path, name], ...fieldsOf(property, [...path, name]));
  return [...new Map(inner.map((one) => [one.join('.'), one])).values()];
}

/** The body with a value at a path; missing objects on the way are created. */
function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (/^\d+$/.test(key)) {
    const list = Array.isArray(body) ? [...body] : [];
    list[Number(key)] = withValue(list[Number(key)], rest, value);
    return list;
  }
  const was =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : {};
  return { ...was, [key]: withValue(was[key], rest, value) };
}

/** A wrong value per field, or none for fields that take any value (read-only fields of a whole resource). */
function refusals(endpoint: AnyEndpoint, body: unknown): Refusal[] {
  const schema = endpoint.body as NonNullable<AnyEndpoint['body']>;
  return fieldsOf(schemaOf(schema, 'input')).flatMap((path) => {
    const value = WRONG.find((one) => !schema.safeParse(withValue(body, path, one)).success);
    return value === undefined ? [] : [{ path, value }];
  });
}

/** Whether the messages are at the field, at a field inside it, or at the union that contains it. */
function standsAt(errors: unknown, path: Path): boolean {
  let level = errors as Record<string, unknown> | undefined;
  for (const key of path) {
    if (Array.isArray(level)) return true;
    level = level?.[key] as Record<string, unknown> | undefined;
    if (level === undefined) return false;
  }
  return true;
}

type Issue = z.core.$ZodIssue;
/** Issues including those of each branch of a union, with their full path. */
const ofBranches = (issues: readonly Issue[], prefix: PropertyKey[] = []): Issue[] =>
  issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    const inner = issue.code === 'invalid_union' ? issue.errors : [];
    return [{ ...issue, path }, ...inner.flatMap((branch) => ofBranches(branch, path))];
  });

/**
 * The fields that take a text and refuse an empty one; for each, whether its object is refused without it.
 */
function refusedEmpty(schema: z.ZodType, sent: unknown): { path: Path; needed: boolean }[] {
  const issuesOf = (path: Path, value: unknown) =>
    schema.safeParse(withValue(sent, path, value)).error?.issues ?? [];
  const isAt = (path: Path) => (issue: Issue) => issue.path.join('.') === path.join('.');
  const problems = (path: Path, value: unknown) => issuesOf(path, value).filter(isAt(path));
  return fieldsOf(schemaOf(schema, 'input'))
    .filter(
      (path) =>
        problems(path, '').length > 0 && problems(path, 'nope').every(({ code }) => code !== 'invalid_type'),
    )
    .map((path) => ({
      path,
      needed:
        (!/^\d+$/.test(path.at(-1) ?? '') && ofBranches(issuesOf(path, undefined)).some(isAt(path))) ||
        ofBranches(issuesOf(path, '')).some((one) => isAt(path)(one) && one.message === 'required'),
    }));
}
/**
 * Number and password fields that may not be empty, of a body that is written (returned answers are ignored).
 */
function numbersAndPasswords(schema: Record<string, unknown>) {
  const typeAt = (path: Path): string[] => {
    const typesOf = (one: Record<string, unknown>): string[] => [
      ...(typeof one.type === 'string' ? [one.type] : []),
      ...((one.anyOf ?? one.oneOf ?? []) as Record<string, unknown>[]).flatMap(typesOf),
    ];
    const inside = (one: Record<string, unknown>, [key, ...rest]: Path): string[] => {
      if (key === undefined) return typesOf(one);
      const next = /^\d+$/.test(key)
        ? one.items
        : (one.properties as Record<string, unknown> | undefined)?.[key];
      const branches = (one.anyOf ?? one.oneOf ?? one.allOf ?? []) as Record<string, unknown>[];
      return [
        ...(next === undefined ? [] : inside(next as Record<string, unknown>, rest)),
        ...branches.flatMap((branch) => inside(branch, [key, ...rest])),
      ];
    };
    return inside(schema, path);
  };
  return fieldsOf(schema).flatMap((path): { path: Path; kind: 'number' | 'password' }[] => {
    const types = typeAt(path);
    if (types.includes('number') || types.includes('integer')) return [{ path, kind: 'number' }];
    // The password of the mobile network may be empty: some APNs have none.
    return /(^|_)password$/.test(path.at(-1) ?? '') && path.at(-1) !== 'cellular_password'
      ? [{ path, kind: 'password' }]
      : [];
  });
}
const messagesAt = (errors: unknown, path: Path): unknown =>
  path.reduce((level, key) => (level as Record<string, unknown> | undefined)?.[key], errors);

const withBody = ENDPOINTS.filter((endpoint) => endpoint.body !== undefined && endpoint.upload === undefined);
let checked = 0;
const free: string[] = [];

const send = async (endpoint: AnyEndpoint, sample: Sample) => {
  const said = await call(server.url, endpoint, await targetOf(endpoint), sample, `Token ${admin.token}`);
  return { status: said.status, body: said.text === '' ? undefined : JSON.parse(said.text) };
};
const targetOf = async (endpoint: AnyEndpoint) =>
  endpoint.resource === undefined
    ? 0
    : endpoint.resource === 'client'
      ? own.client
      : MAKE[endpoint.resource](server, own, admin.id);

describe('a refusal for every field of every body, at its field', () => {
  it.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const sample = sampleOf(endpoint, own);
    const failures: string[] = [];
    const all = refusals(endpoint, sample.body ?? {});
    const named = fieldsOf(schemaOf(endpoint.body as NonNullable<typeof endpoint.body>, 'input'));
    free.push(
      ...named
        .filter((path) => !all.some((one) => one.path.join() === path.join()))
        .map((path) => `${endpoint.name} ${path.join('.')}`),
    );
    for (const { path, value } of all) {
      const { status, body } = await send(endpoint, {
        ...sample,
        body: withValue(sample.body ?? {}, path, value),
      });
      checked += 1;
      // Throttled endpoints may answer 429 first.
      if (status === 429) continue;
      if (status !== 400)
        failures.push(`${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}: ${status}`);
      else if (
        !standsAt(body, path) &&
        !standsAt(body, path.slice(0, -1)) &&
        body.non_field_errors === undefined
      )
        failures.push(`${path.join('.')} is told elsewhere: ${JSON.stringify(body).slice(0, 200)}`);
    }
    const unknown = await send(endpoint, {
      ...sample,
      body: { ...(sample.body as object), no_such_field: 1 },
    });
    if (unknown.status !== 429 && unknown.body?.no_such_field?.[0] !== 'Unknown field')
      failures.push(`an unknown field: ${unknown.status} ${JSON.stringify(unknown.body)?.slice(0, 200)}`);
    for (const wrong of [[], 'text', 7]) {
      const { status } = await send(endpoint, { ...sample, body: wrong });
      if (status !== 400 && status !== 429)
        failures.push(`${JSON.stringify(wrong)} as the whole body: ${status}`);
    }
    expect(failures).toEqual([]);
  });

  it('covered every field but the read-only ones', () => {
    process.stdout.write(
      `\n${checked} fields of ${withBody.length} bodies refused at their field; ${free.length} take anything and are ignored\n`,
    );
    expect(checked).toBeGreaterThan(200);
    const readOnly =
      /\.(id|created_at|updated_at|avatar|last_login|email_pending|unreached|last_send|sami|sami_since|status|muted|open_alerts|reported|reported_at|twin|refresh|box|client|firmware|firmware_desired|firmware_version|firmware_fell_back|hardware_replaced|limited|extremes|exported_at)$| (id|created_at|updated_at|avatar|last_login|email_pending|unreached|last_send|sami|sami_since|status|muted|open_alerts|reported|reported_at|twin|refresh|box|client|firmware|firmware_desired|firmware_version|firmware_fell_back|hardware_replaced|limited|extremes|exported_at)$/;
    // The contents of a file are checked line by line, and refused with the line number.
    const inFile = 'supervisors.import file.supervisors.0';
    expect(free.filter((one) => !readOnly.test(one) && one !== inFile)).toEqual([]);
  });
});

describe('a refusal for every parameter of every query', () => {
  it.each(
    ENDPOINTS.filter((endpoint) => endpoint.query !== undefined).map(
      (endpoint) => [endpoint.name, endpoint] as const,
    ),
  )('%s', async (_name, endpoint) => {
    const query = endpoint.query as NonNullable<typeof endpoint.query>;
    const sample = sampleOf(endpoint, own);
    const failures: string[] = [];
    const names = Object.keys((schemaOf(query, 'input').properties ?? {}) as object);
    for (const name of [...names, 'no_such_parameter']) {
      const value = ['nope\u0001', 'x'.repeat(9000), '-1', '1,x'].find(
        (one) => !query.safeParse({ ...sample.query, [name]: one }).success,
      );
      if (value === undefined) continue;
      const said = await call(
        server.url,
        endpoint,
        await targetOf(endpoint),
        { ...sample, query: { ...sample.query, [name]: value } },
        `Token ${admin.token}`,
      );
      if (said.status !== 400 || !said.text.includes(`"${name}"`))
        failures.push(`${name}: ${said.status} ${said.text.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
  });
});

describe('an empty text', () => {
  /** Wrong messages, the number of fields tested, and the number whose message named its pattern. */
  async function tellEach(part: 'body' | 'query') {
    const wrong: string[] = [];
    const counts = { required: 0, pattern: 0 };
    for (const endpoint of part === 'body' ? withBody : ENDPOINTS) {
      const schema = endpoint[part] as z.ZodType | undefined;
      if (schema === undefined) continue;
      const sample = sampleOf(endpoint, own);
      for (const { path, needed } of refusedEmpty(schema, sample[part] ?? {})) {
        const sent = { ...sample, [part]: withValue(sample[part] ?? {}, path, '') };
        const { status, body } = await send(endpoint, sent);
        // Throttled endpoints may answer 429 first.
        if (status === 429) continue;
        counts[needed ? 'required' : 'pattern'] += 1;
        const said = messagesAt(body, path);
        const isRight =
          status === 400 &&
          (needed
            ? JSON.stringify(said) === '["Required"]'
            : Array.isArray(said) && said.length > 0 && !said.includes('Required'));
        if (!isRight) wrong.push(`${endpoint.name} ${path.join('.')}: ${status} ${JSON.stringify(said)}`);
      }
    }
    return { wrong, counts };
  }

  it('of a body is asked for where its object needs it; else it hears its pattern or its words', async () => {
    const { wrong, counts } = await tellEach('body');
    expect(wrong).toEqual([]);
    expect(counts.required).toBeGreaterThan(40);
    expect(counts.pattern).toBeGreaterThan(40);
  });

  it('for a number or a password is required, whether its object needs it or not', async () => {
    const wrong: string[] = [];
    const asked = { number: 0, password: 0 };
    for (const endpoint of withBody) {
      const sample = sampleOf(endpoint, own);
      for (const { path, kind } of numbersAndPasswords(schemaOf(endpoint.body as z.ZodType, 'input'))) {
        const { status, body } = await send(endpoint, {
          ...sample,
          body: withValue(sample.body ?? {}, path, ''),
        });
        if (status === 429) continue;
        asked[kind] += 1;
        const said = messagesAt(body, path);
        if (status !== 400 || JSON.stringify(said) !== '["Required"]')
          wrong.push(`${endpoint.name} ${path.join('.')}: ${status} ${JSON.stringify(said ?? body)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked.number).toBeGreaterThan(100);
    expect(asked.password).toBeGreaterThan(4);
  });

  it('of a query is asked for where the query needs it; else it hears its pattern or its words', async () => {
    const { wrong, counts } = await tellEach('query');
    expect(wrong).toEqual([]);
    expect(counts.pattern).toBeGreaterThan(100);
  });
});
