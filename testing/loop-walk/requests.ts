import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { z } from 'zod';
import { type Json, schemaOf } from '../../server/features/openapi/schemas.ts';
import { type BodyBounds, boundsOf } from '../../server/platform/http/requests/body-bounds.ts';
import type { Sample } from '../access-walk/samples.ts';

export interface Worst {
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: Buffer;
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(',');
/** The longest URL that Node accepts has 16 KiB with its headers. */
const LONG_QUERY = 12_000;
/** Size of a file: of a larger one the same amount is read at once. */
const FILE_BYTES = 2 * 1024 * 1024;

/** The largest requests within an endpoint's own bounds, in every shape that is expensive to parse. */
export function* worstOf(endpoint: AnyEndpoint, sample: Sample): Generator<Worst> {
  yield { name: 'as it should be', ...sent(endpoint, sample) };
  yield* worstQueries(endpoint, sample);
  if (endpoint.method === 'GET') return;
  if (endpoint.upload === undefined) yield* worstBodies(endpoint, sample);
  else yield* worstFiles(endpoint, sample);
}

function sent(endpoint: AnyEndpoint, { query, body, file }: Sample): Omit<Worst, 'name'> {
  const asked = query === undefined ? {} : { query };
  if (endpoint.upload !== undefined && file !== undefined)
    return { ...asked, ...multipart(endpoint.upload.field, file.name, file.content, fieldsOf(body)) };
  return {
    ...asked,
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  };
}

const propertiesOf = (schema: AnyEndpoint['body']): Record<string, Json> =>
  schema === undefined ? {} : ((schemaOf(schema, 'input').properties ?? {}) as Record<string, Json>);

function worstQueries(endpoint: AnyEndpoint, sample: Sample): Worst[] {
  const values = [many(LONG_QUERY / 6, (at) => String(10_000 + at)), '%'.repeat(LONG_QUERY / 3)];
  return Object.keys(propertiesOf(endpoint.query)).flatMap((key) =>
    values.map((value) => ({
      ...sent(endpoint, sample),
      name: `${key}=${value.slice(0, 8)}…`,
      query: { ...sample.query, [key]: value },
    })),
  );
}

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** As many as fit into a body. */
const fit = ({ bytes }: BodyBounds, count: number, each: number) =>
  Math.floor(Math.min(count, (bytes - 100) / each));

/** Lists that fill a body. */
const listsOf = lately((bounds: BodyBounds): Readonly<Record<string, string>> => {
  const { values } = bounds;
  const written = {
    'wrong items': many(fit(bounds, values - 200, 2), () => '0'),
    texts: many(fit(bounds, values - 200, 6), () => '"a/b"'),
    'objects of one field, each of another name': many(
      fit(bounds, values / 2 - 200, 14),
      (at) => `{"k${at}":1}`,
    ),
    'nested lists': many(fit(bounds, values / 31 - 20, 62), () => nest(30)),
    'ids of nothing': many(fit(bounds, values - 200, 8), (at) => String(1_000_000 + at)),
  };
  return Object.fromEntries(Object.entries(written).map(([name, list]) => [name, `[${list}]`]));
});
/** Texts that fill a body. */
const textsOf = lately((bounds: BodyBounds): Readonly<Record<string, string>> => {
  const parts = { words: 'a ', digits: '1', at: 'a@', marks: '\\\\', spaces: ' ' };
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      `"${part.repeat((bounds.bytes - 2000) / part.length)}"`,
    ]),
  );
});

/** Most endpoints have the same bounds: the last body generated is reused. */
function lately<T>(write: (bounds: BodyBounds) => T): (bounds: BodyBounds) => T {
  const written = new Map<string, T>();
  return (bounds) => {
    const name = `${bounds.bytes} ${bounds.values}`;
    const known = written.get(name) ?? write(bounds);
    if (written.size > 2) written.clear();
    written.set(name, known);
    return known;
  };
}

function* worstBodies(endpoint: AnyEndpoint, sample: Sample): Generator<Worst> {
  const bounds = boundsOf(endpoint);
  const { bytes } = bounds;
  const of = (name: string, text: string): Worst => ({
    ...sent(endpoint, sample),
    name,
    body: Buffer.from(text),
  });
  const good = (sample.body ?? {}) as Record<string, unknown>;
  const lists = listsOf(bounds);
  yield of('unknown fields', `{${many(fit(bounds, 999, 12), (at) => `"k${at}":1`)}}`);
  yield of(
    'more unknown fields than any object has',
    `{${many(fit(bounds, 20_000, 12), (at) => `"k${at}":1`)}}`,
  );
  yield of('nested without end', '['.repeat(bytes));
  yield of('a number without end', `{"a":${'9'.repeat(bytes - 10)}}`);
  yield of('one long text', `"${'a'.repeat(bytes - 10)}"`);
  yield of('longer than it may be', `"${'a'.repeat(bytes)}"`);
  for (const [name, list] of Object.entries(lists)) yield of(`a list of ${name}`, list);
  for (const [field, schema] of Object.entries(propertiesOf(endpoint.body)))
    for (const [name, json] of worstValues(isPassedOver(endpoint.body, field) ? NEITHER : schema, bounds))
      yield of(`${field}: ${name}`, withField(good, field, json));
}

/**
 * The most expensive values of a field: every list or text if it takes any, otherwise one of them. A schema
 * refuses a wrong kind by checking only the kind, and the parsing before it is tested with the whole body.
 */
function worstValues(schema: Json, bounds: BodyBounds): [string, string][] {
  const [lists, texts] = [Object.entries(listsOf(bounds)), Object.entries(textsOf(bounds))];
  return [
    ...(takes(schema, ['array', 'object']) ? lists : lists.slice(0, 1)),
    ...(takes(schema, ['string']) ? texts : texts.slice(0, 1)),
  ];
}

/** A schema that takes neither lists nor texts. */
const NEITHER: Json = { type: 'null' };

/**
 * Whether a field is accepted without a check: a read-only field of an answer that the client sends back with
 * its changes.
 */
function isPassedOver(body: AnyEndpoint['body'], field: string): boolean {
  let schema: unknown = body instanceof z.ZodObject ? body.shape[field] : undefined;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
  return schema instanceof z.ZodUnknown;
}

/** Whether a field may have one of these types; without a type in its schema it may have any. */
function takes(schema: Json, types: readonly string[]): boolean {
  const { type, anyOf, oneOf, allOf } = schema as {
    type?: string | string[];
    anyOf?: Json[];
    oneOf?: Json[];
    allOf?: Json[];
  };
  const inner = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  if (type === undefined) return inner.length === 0 || inner.some((one) => takes(one, types));
  return [type].flat().some((one) => types.includes(one));
}

/** A valid body except for one field, which has this JSON value. */
function withField(good: Record<string, unknown>, field: string, json: string): string {
  const rest = Object.entries(good).filter(([name]) => name !== field);
  return `{${[...rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

function worstFiles(endpoint: AnyEndpoint, { query, body, file }: Sample): Worst[] {
  const field = endpoint.upload?.field ?? 'file';
  const size = Math.min(FILE_BYTES, endpoint.upload?.maxBytes ?? 0);
  const right = file?.content ?? Buffer.alloc(0);
  const header = right.toString('latin1').split('\n')[0] ?? '';
  const rows = (line: (index: number) => string) => {
    const count = Math.min(19_000, size / line(0).length);
    return Buffer.from(`${header}\n${Array.from({ length: count }, (_, at) => line(at)).join('\n')}`);
  };
  const contents = {
    'as it should be': right,
    'rows that are wrong': rows((at) => `wrong ${at},x,y,"z`.replace('"', '')),
    'rows without end': Buffer.alloc(size, 'a,'),
    'lines without anything': Buffer.alloc(size, '\n'),
    'quotes without end': Buffer.alloc(size, '"'),
    'its own beginning, and noise': Buffer.concat([right, Buffer.alloc(size - right.length, 0xa5)]),
  };
  return Object.entries(contents).map(([name, content]) => ({
    name: `a file of ${name}`,
    ...(query === undefined ? {} : { query }),
    ...multipart(field, file?.name ?? 'file', content, fieldsOf(body)),
  }));
}

const fieldsOf = (body: unknown) => (body ?? {}) as Record<string, string>;

function multipart(field: string, name: string, content: Buffer, fields: Record<string, string>) {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${edge}`,
    body: Buffer.concat([
      Buffer.from(`${parts.join('')}${head}`),
      content,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
  };
}
