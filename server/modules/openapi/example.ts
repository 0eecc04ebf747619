import type { Json } from './schemas.ts';

/** A small value that fits a JSON Schema as far as its type tells: something to start typing from. */
export function exampleOf(schema: Json, depth = 0): unknown {
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches !== undefined) return exampleOf(branches[0] ?? {}, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, depth);
  if (type === 'array') return depth > 4 ? [] : [exampleOf((schema.items ?? {}) as Json, depth + 1)];
  if (type === 'integer' || type === 'number')
    return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + (type === 'integer' ? 1 : 0));
  if (type === 'boolean') return false;
  return type === 'string' ? (STRINGS[String(schema.format)] ?? '') : null;
}

const STRINGS: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  'date-time': '2026-01-31T08:00:00.000Z',
  date: '2026-01-31',
};

/** The fields that must be there; when none must, all of them. */
function objectOf(
  { properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] },
  depth: number,
): Json {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 12);
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, depth + 1)]));
}
