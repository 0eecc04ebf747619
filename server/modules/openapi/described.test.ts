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

/** Every property of the document, wherever it stands. */
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

describe('the document describes itself', () => {
  it('describes every property and parameter, with an example where the type does not give one', () => {
    expect(properties(document).length).toBeGreaterThan(1000);
    const gaps = describeDocument(document);
    expect([...gaps.undescribed]).toEqual([]);
    // A description of nothing: the property went, or another name was meant.
    expect([...gaps.unused]).toEqual([]);
    expect(properties(document).filter(({ schema }) => typeof schema.description !== 'string')).toEqual([]);
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

/** Named by what they extend, or no resources of their own: people and clients by name, a thing with its new secret. */
const EXCEPTIONS = [
  '/paths//security/get/responses/200',
  '/paths//security/get/responses/200',
  '/paths//users/post/responses/201',
  '/paths//boxes/{id}/links/post/responses/201',
  '/paths//boxes/changes/{id}/get/responses/200',
  '/paths//webhooks/post/responses/201',
  '/paths//keys/post/responses/201',
];
