import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { Sample } from '../access-walk/samples.ts';
import { type Json, schemaOf } from '../features/openapi/schemas.ts';
import { boundsOf } from '../platform/http/body-bounds.ts';

export interface Worst {
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: Buffer;
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(',');
/** The longest address that Node takes has 16 KiB with its headers. */
const LONG_QUERY = 12_000;
/** Of a file: what is read at once of a larger one is the same. */
const FILE_BYTES = 2 * 1024 * 1024;

/** The most that an endpoint's own bounds let through, in every shape that is costly to somebody who reads it. */
export function worstOf(endpoint: AnyEndpoint, sample: Sample): Worst[] {
  return [
    { name: 'as it should be', ...sent(endpoint, sample) },
    ...worstQueries(endpoint, sample),
    ...(endpoint.method === 'GET'
      ? []
      : endpoint.upload === undefined
        ? worstBodies(endpoint, sample)
        : worstFiles(endpoint, sample)),
  ];
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

function worstBodies(endpoint: AnyEndpoint, sample: Sample): Worst[] {
  const { bytes, values } = boundsOf(endpoint);
  const of = (name: string, text: string): Worst => ({
    ...sent(endpoint, sample),
    name,
    body: Buffer.from(text),
  });
  const fit = (count: number, each: number) => Math.floor(Math.min(count, (bytes - 100) / each));
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const good = (sample.body ?? {}) as Record<string, unknown>;
  const lists = {
    'wrong items': many(fit(values - 200, 2), () => '0'),
    texts: many(fit(values - 200, 6), () => '"a/b"'),
    'objects of one field, each of another name': many(fit(values / 2 - 200, 14), (at) => `{"k${at}":1}`),
    'nested lists': many(fit(values / 31 - 20, 62), () => nest(30)),
    'ids of nothing': many(fit(values - 200, 8), (at) => String(1_000_000 + at)),
  };
  const texts = { words: 'a ', digits: '1', at: 'a@', marks: '\\\\', spaces: ' ' };
  return [
    of('unknown fields', `{${many(fit(999, 12), (at) => `"k${at}":1`)}}`),
    of('more unknown fields than any object has', `{${many(fit(20_000, 12), (at) => `"k${at}":1`)}}`),
    of('nested without end', '['.repeat(bytes)),
    of('a number without end', `{"a":${'9'.repeat(bytes - 10)}}`),
    of('one long text', `"${'a'.repeat(bytes - 10)}"`),
    of('longer than it may be', `"${'a'.repeat(bytes)}"`),
    ...Object.entries(lists).map(([name, list]) => of(`a list of ${name}`, `[${list}]`)),
    ...Object.keys(propertiesOf(endpoint.body)).flatMap((field) => [
      ...Object.entries(lists).map(([name, list]) =>
        of(`${field}: ${name}`, withField(good, field, `[${list}]`)),
      ),
      ...Object.entries(texts).map(([name, text]) =>
        of(`${field}: ${name}`, withField(good, field, `"${text.repeat((bytes - 2000) / text.length)}"`)),
      ),
    ]),
  ];
}

/** A body that is right but for one field, which holds this JSON. */
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
