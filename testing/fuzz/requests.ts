import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import fc from 'fast-check';
import { type Json, schemaOf } from '../../server/features/openapi/schemas.ts';
import type { Sample } from '../access-walk/samples.ts';
import { nasty, nastyName, nastyText } from './values.ts';

export interface Attempt {
  readonly endpoint: AnyEndpoint;
  readonly level: 'admin' | 'privileged' | 'member' | 'visitor';
  readonly id: number | string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

/**
 * Requests to an endpoint, generated from its schemas and from a valid request: most of them almost valid,
 * some entirely invalid.
 */
export function attempts(endpoint: AnyEndpoint, ids: readonly number[], good: Sample): fc.Arbitrary<Attempt> {
  return fc
    .record({
      level: fc.constantFrom('admin', 'admin', 'privileged', 'member', 'visitor'),
      id: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...ids) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<number | string>(
            0,
            -1,
            2_147_483_648,
            1e21,
            'abc',
            '%00',
            '1%2F2',
            "1'--",
            '..',
            '😀',
          ),
        },
      ),
      query: queryOf(endpoint, ids),
      extra: fc.option(headersOf(), { freq: 4, nil: {} }),
      sent: bodyOf(endpoint, ids, good.body),
    })
    .map(
      ({ sent, extra, ...rest }) =>
        ({ endpoint, ...rest, headers: { ...(sent?.headers ?? {}), ...extra }, body: sent?.body }) as Attempt,
    );
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const text = fc.constantFrom(
    '',
    '*',
    '"',
    'W/"1.2-x"',
    '"1.0-a", "b"',
    'x'.repeat(3000),
    "';--",
    'fr;q=0,en;q=abc',
    'zz',
    '-1',
    '99999999999999999999',
  );
  return fc.dictionary(
    fc.constantFrom(
      'If-Match',
      'If-None-Match',
      'Accept-Language',
      'Idempotency-Key',
      'Range',
      'X-Forwarded-For',
      'Accept',
      'Last-Event-ID',
    ),
    text,
    { maxKeys: 3 },
  );
}

function queryOf(endpoint: AnyEndpoint, ids: readonly number[]): fc.Arbitrary<(readonly [string, string])[]> {
  const properties =
    endpoint.query === undefined
      ? {}
      : ((schemaOf(endpoint.query, 'input').properties ?? {}) as Record<string, Json>);
  const names = Object.keys(properties);
  const known =
    names.length === 0
      ? []
      : [
          fc
            .constantFrom(...names)
            .chain((name) =>
              fitting(properties[name] ?? {}, ids).map((value) => [name, String(value)] as const),
            ),
        ];
  const wrong = (
    names.length === 0
      ? nastyName
      : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: nastyName })
  ).chain((name) => nastyText.map((value) => [name, value.slice(0, 3000)] as const));
  const pair = fc.oneof(...known.map((arbitrary) => ({ weight: 3, arbitrary })), {
    weight: 1,
    arbitrary: wrong,
  });
  return fc.array(pair, { maxLength: endpoint.query === undefined ? 1 : 5 });
}

interface Sent {
  readonly body: string | Buffer;
  readonly headers: Record<string, string>;
}

function bodyOf(
  endpoint: AnyEndpoint,
  ids: readonly number[],
  good: unknown,
): fc.Arbitrary<Sent | undefined> {
  if (endpoint.upload !== undefined) return multipart(endpoint, endpoint.upload.field, ids);
  if (endpoint.body === undefined) return fc.option(nasty.map(json), { freq: 20, nil: undefined });
  const fit = fitting(schemaOf(endpoint.body, 'input'), ids);
  const raw = fc
    .constantFrom(
      '',
      '{',
      '{"a":1}}',
      'null',
      '[]',
      '"x"',
      '1',
      'NaN',
      '{"a":1,"a":2}',
      '['.repeat(20_000),
      '\u0000',
      '{"__proto__":{"polluted":1}}',
    )
    .map((body) => ({ body, headers: { 'Content-Type': 'application/json' } }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(json(good ?? {})) },
    { weight: 4, arbitrary: spoilt(fc.constant(good ?? {})).map(json) },
    { weight: 4, arbitrary: fit.map(json) },
    { weight: 6, arbitrary: spoilt(fit).map(json) },
    { weight: 1, arbitrary: nasty.map(json) },
    { weight: 1, arbitrary: raw },
    {
      weight: 1,
      arbitrary: fit.map((value) => ({ ...json(value), headers: { 'Content-Type': 'text/plain' } })),
    },
  );
}

const json = (value: unknown): Sent => ({
  body: JSON.stringify(value) ?? 'null',
  headers: { 'Content-Type': 'application/json' },
});

/** A value with one error in it, at any depth. */
function spoilt(fit: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(fit, nasty, fc.nat(), fc.option(nastyName, { freq: 3, nil: undefined }))
    .map(([value, wrong, where, name]) => spoil(value, wrong, where, name));
}

function spoil(value: unknown, wrong: unknown, where: number, name: string | undefined): unknown {
  if (Array.isArray(value) && value.length > 0)
    return value.with(
      where % value.length,
      spoil(value[where % value.length], wrong, Math.floor(where / 7), name),
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  const keys = Object.keys(value);
  const key = name ?? keys[where % Math.max(1, keys.length)] ?? 'a';
  const inner = (value as Record<string, unknown>)[key];
  const next =
    typeof inner === 'object' && inner !== null && where % 3 > 0
      ? spoil(inner, wrong, Math.floor(where / 7), name)
      : wrong;
  const copy = { ...value };
  Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true });
  return copy;
}

function multipart(endpoint: AnyEndpoint, field: string, ids: readonly number[]): fc.Arbitrary<Sent> {
  const fields =
    endpoint.body === undefined ? fc.constant({}) : fitting(schemaOf(endpoint.body, 'input'), ids);
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    nastyText.map((text) => Buffer.from(text)),
    fc
      .constantFrom(
        'serial_number\nA-1\n',
        'serial_number;name\n"A',
        'date,temperature\n2026-01-01T00:00:00Z,1e400\n',
        '\ufeffdate\n',
        ',,,\n,,',
        '\x89PNG\r\n\x1a\nxxxxxxxxxxxx',
        'RIFF\u0000\u0000\u0000\u0000WEBPVP8 ',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constant(field) },
    { weight: 1, arbitrary: fc.constantFrom('other', '', '__proto__', 'file[]') },
  );
  const filename = fc.constantFrom('a.bin', '../../a', '', 'é😀.csv', 'a'.repeat(500));
  const cut = fc.option(fc.nat(400), { freq: 4, nil: undefined });
  return fc.tuple(fields, content, name, filename, cut).map(([values, bytes, part, file, end]) => {
    const texts = Object.entries((values ?? {}) as object).map(
      ([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const head = `${texts.join('')}--b\r\nContent-Disposition: form-data; name="${part}"; filename="${file}"\r\n\r\n`;
    const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
    return { body: whole.subarray(0, end), headers: { 'Content-Type': 'multipart/form-data; boundary=b' } };
  });
}

/** Values that satisfy a JSON Schema, as far as it is specified. */
function fitting(schema: Json, ids: readonly number[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => fitting(branch, ids)));
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type);
  return FITTING[type]?.(schema, ids) ?? nasty;
}

const FITTING: Readonly<Record<string, (schema: Json, ids: readonly number[]) => fc.Arbitrary<unknown>>> = {
  object: objectOf,
  array: (schema, ids) =>
    fc.array(fitting((schema.items ?? {}) as Json, ids), {
      maxLength: Math.min(4, Number(schema.maxItems ?? 4)),
      minLength: Math.min(4, Number(schema.minItems ?? 0)),
    }),
  integer: integerOf,
  number: (schema) =>
    fc
      .double({ min: Number(schema.minimum ?? -1e6), max: Number(schema.maximum ?? 1e6), noNaN: true })
      .map((value) => Number(value.toFixed(1))),
  boolean: () => fc.boolean(),
  string: textOf,
  null: () => fc.constant(null),
};

function integerOf(schema: Json, ids: readonly number[]): fc.Arbitrary<number> {
  const min = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0);
  const max = Number(schema.maximum ?? 2_147_483_647);
  // An integer with the bounds of an id: usually one that exists.
  return max === 2_147_483_647
    ? fc.oneof(fc.constantFrom(...ids), fc.integer({ min, max }))
    : fc.integer({ min, max });
}

function objectOf(
  { properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] },
  ids: readonly number[],
): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, ids)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: required as never[] });
}

function textOf(schema: Json, ids: readonly number[]): fc.Arbitrary<string> {
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'date') return fc.constantFrom('2020-02-29', '2026-11-21', '1900-01-01');
  if (schema.format === 'email') return fc.constantFrom('a@example.com', 'walk@example.org');
  if (typeof schema.pattern === 'string')
    return /\\d/.test(schema.pattern)
      ? fc.constantFrom('1', '50', '1000', '+33612345678', '1.2.3', '123456', '#123456')
      : fc.constantFrom('ABC-1', '#00ff00', '');
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      'x',
      '1',
      'Europe/Paris',
      '2026-01-01T00:00:00Z',
      '1767225600000',
      'stroke',
      'stroke,temperature',
      'id',
      '-id',
      'name',
      'log_time',
      'satisfactory',
      'online',
    ),
    fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
  );
  return text.map((value) =>
    value.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? 1000)),
  );
}
