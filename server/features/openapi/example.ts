import type { Json } from './schemas.ts';

/** A small value that satisfies a JSON Schema, as a start for trying a call. */
export function exampleOf(schema: Json, depth = 0): unknown {
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches !== undefined) return exampleOf(branches[0] ?? {}, depth);
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type);
  return BY_TYPE[type]?.(schema, depth) ?? null;
}

const BY_TYPE: Readonly<Record<string, (schema: Json, depth: number) => unknown>> = {
  object: objectOf,
  array: (schema, depth) => (depth > 4 ? [] : [exampleOf((schema.items ?? {}) as Json, depth + 1)]),
  integer: (schema) => Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1),
  number: (schema) => Number(schema.minimum ?? schema.exclusiveMinimum ?? 0),
  boolean: () => false,
  string: (schema) => STRINGS[String(schema.format)] ?? '',
};

const STRINGS: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  'date-time': '2026-01-31T08:00:00.000Z',
  date: '2026-01-31',
};

/** The required fields; if there are none, all of them. */
function objectOf(
  { properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] },
  depth: number,
): Json {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 12);
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, depth + 1)]));
}
