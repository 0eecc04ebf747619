import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { endpoint } from '@aerowatch/contracts/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeDocument } from './describe.ts';
import { openApiDocument } from './document.ts';
import type { Json } from './schemas.ts';

const document = openApiDocument('1.0.0');

interface Property {
  readonly where: string;
  readonly name: string;
  readonly schema: Json;
}

/** Every property of the document, at any depth. */
function properties(value: unknown, where = '', found: Property[] = []): Property[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties' && !where.endsWith('/properties'))
      for (const [name, schema] of Object.entries(inner as Record<string, Json>))
        found.push({ where: `${where}/properties`, name, schema });
    if (key !== 'examples') properties(inner, `${where}/${key}`, found);
  }
  return found;
}

/** Words without meaning of their own. */
const EMPTY = new Set(['the', 'a', 'an', 'of', 'it', 'its', 'this']);
const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
function isFiller(name: string, description: string): boolean {
  const own = new Set(wordsOf(name.replaceAll('_', ' ')));
  return wordsOf(description).every((word) => own.has(word) || EMPTY.has(word));
}

/** A number that is not an integer: a measured or computed figure. */
function isReal(schema: Json): boolean {
  if ([schema.type].flat().includes('number')) return true;
  return [schema.anyOf, schema.items].flat().some((inner) => inner !== undefined && isReal(inner as Json));
}
const UNIT =
  /, (°C|bar|mm|mm\/°C|mm\/h|V|mA|%|s|ms|min|h|d|m|km|1\/K|daN|px|pixels|MiB|B)\b|, (°C|%)|[0-9] (mm|bar|s|ms|min|mm\/h|0\.1 mm\/°C)\b|\b0\b.* to 1\b|unit|degrees|\d to \d|version|ms since 1970|perfect/i;

describe('the document describes itself', () => {
  it('describes every property and parameter, with an example where the type does not give one', () => {
    expect(properties(document).length).toBeGreaterThan(1000);
    const gaps = describeDocument(document);
    expect([...gaps.undescribed]).toEqual([]);
    // An unused description: its property was removed, or renamed.
    expect([...gaps.unused]).toEqual([]);
    expect(properties(document).filter(({ schema }) => typeof schema.description !== 'string')).toEqual([]);
  });

  it('says more of a property than its name does', () => {
    const empty = properties(document).filter(
      ({ name, schema }) => schema.$ref === undefined && isFiller(name, String(schema.description)),
    );
    expect([...new Set(empty.map(({ name, schema }) => `${name}: ${schema.description}`))]).toEqual([]);
    expect(isFiller('open_alerts', 'The open alerts')).toBe(true);
    expect(isFiller('kind', 'The kind')).toBe(true);
    expect(isFiller('kind', 'What the job does')).toBe(false);
  });

  it('gives every figure that is no count its unit or its scale', () => {
    const bare = properties(document).filter(
      ({ schema }) =>
        isReal(schema) &&
        !('const' in schema) &&
        !('enum' in schema) &&
        !UNIT.test(String(schema.description)),
    );
    expect([...new Set(bare.map(({ name, schema }) => `${name}: ${schema.description}`))]).toEqual([]);
    expect(UNIT.test('Last value that was compared')).toBe(false);
  });

  it('says what each answer holds, and which fields of a request change nothing', () => {
    const operations = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((path) =>
      Object.values(path),
    ) as { operationId: string; responses: Record<string, { description?: string }> }[];
    const answers = operations.map(({ operationId, responses }) => {
      const [status = ''] = Object.keys(responses).filter((one) => one.startsWith('2'));
      return [operationId, responses[status]?.description ?? ''] as const;
    });
    expect(answers.filter(([, text]) => text.length < 5 || text === 'OK')).toEqual([]);
    expect(Object.fromEntries(answers)).toMatchObject({
      'boxes.get': 'the box',
      'tags.create': 'Made: the tag',
      'keys.create': 'Made: the API key',
      'boxes.map': expect.stringContaining('Compact columns'),
      'work_orders.list': 'a page of a list, each item in `results`: work order',
    });
    const echoed = properties(document.paths).filter(({ schema }) => schema.readOnly === true);
    expect(echoed.map(({ name }) => name)).toContain('created_at');
    expect(echoed.every(({ schema }) => String(schema.description).includes('changes nothing'))).toBe(true);
  });

  it('finds a property that nobody described', () => {
    const forgotten = endpoint({
      name: 'box_links.forgotten',
      method: 'GET',
      path: '/forgotten/',
      level: 'member',
      tag: 'Boxes',
      summary: 'A new endpoint',
      query: z.strictObject({ unheard_of: z.string().optional() }),
      response: z.object({ never_described: z.string(), comment: z.string() }),
    });
    const { undescribed } = describeDocument(openApiDocument('1.0.0', [...ENDPOINTS, forgotten]));
    expect([...undescribed]).toEqual([
      'box_links.forgotten .never_described',
      'box_links.forgotten .never_described: example',
      'box_links.forgotten ?unheard_of',
    ]);
  });

  it('gives examples that fit their schema', () => {
    const unfit = properties(document).flatMap(({ where, name, schema }) => {
      const { examples, description: _text, ...rest } = schema;
      if (!Array.isArray(examples) || JSON.stringify(rest).includes('$ref')) return [];
      return z.fromJSONSchema(rest as never).safeParse(examples[0]).success
        ? []
        : [`${where}/${name}: ${JSON.stringify(examples[0])}`];
    });
    expect(unfit).toEqual([]);
  });

  it('names every resource: no answer spells out an object with an id', () => {
    const { schemas } = document.components as { schemas: Record<string, Json> };
    const spelled = properties({ paths: document.paths }).filter(
      ({ where, name, schema }) =>
        name === 'id' && where.includes('/responses/') && schema.type === 'integer',
    );
    expect(spelled.map(({ where }) => where.replace(/\/content.*/, ''))).toEqual(EXCEPTIONS);
    expect(Object.keys(schemas).length).toBeGreaterThan(40);
  });

  it('has ids as integers and moments as date-time', () => {
    const MOMENT = /(^at|_at|since|until)$/;
    const wrong = properties({ paths: document.paths, components: document.components }).filter(
      ({ name, schema }) =>
        (name === 'id' && JSON.stringify(schema).includes('"number"')) ||
        (MOMENT.test(name) &&
          JSON.stringify(schema.type ?? schema.anyOf)?.includes('"string"') &&
          !JSON.stringify(schema).includes('"format":"date')),
    );
    expect(wrong.map(({ where, name }) => `${where}/${name}`)).toEqual([]);
  });

  it('has moments as numbers only where a curve has thousands of them, or a browser makes them', () => {
    const numbers = properties(document).filter(
      ({ name, schema }) =>
        /ms since 1970/.test(String(schema.description)) ||
        (/^(at|since|until|time|from|noticed|.+_at)$/.test(name) &&
          [schema.type].flat().some((type) => type === 'number' || type === 'integer')),
    );
    // Numbers without "ms since 1970" are no times: a temperature, a place, a duration, a number in a log.
    expect([...new Set(numbers.map(({ name, schema }) => `${name}: ${schema.description}`))].sort()).toEqual([
      'at: Device temperature at which `level` holds, °C',
      'expirationTime: When the subscription ends, ms since 1970; null: never',
      'from: Device temperature of its nights, up to which the wire is no warmer, °C',
      'from: First kilometre point, km',
      'not_watched_at: Seconds between logged measures at which this fault is not watched, s',
      'time: Moments of the points, ms since 1970',
      'times: End of each frame, ms since 1970',
      'until: Last entry concerned',
    ]);
  });

  it('tells of headers, of unchanged answers and of webhooks', () => {
    const paths = document.paths as Record<string, Record<string, Json>>;
    const responses = paths['/alerts/opened']?.get?.responses as Record<string, Json>;
    expect(Object.keys(responses['200']?.headers as object)).toEqual([
      'ETag',
      'X-Request-Id',
      'X-Total-Count',
      'X-Offline-Copy',
      'X-Offline-Until',
    ]);
    expect(responses).toHaveProperty('304');
    expect(Object.keys(document.webhooks as object)).toContain('work_order.created');
  });
});

/**
 * Named after what they extend, or not resources of their own: people and clients by name, a thing with its
 * new secret.
 */
const EXCEPTIONS = [
  '/paths//security/get/responses/200',
  '/paths//security/get/responses/200',
  '/paths//users/post/responses/201',
  '/paths//scim-tokens/post/responses/201',
  '/paths//boxes/{id}/links/post/responses/201',
  '/paths//boxes/changes/{id}/get/responses/200',
  '/paths//webhooks/post/responses/201',
  '/paths//keys/post/responses/201',
];
