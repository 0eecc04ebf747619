import { hidesCharacters } from '@aerowatch/domain/validation';
import { expect, test } from 'vitest';
import { ENDPOINTS } from './api/index.ts';
import { optionalText, paragraphs, text } from './fields.ts';

const said = (schema: ReturnType<typeof text>, value: string) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

test.each(['a\u202Eb', '\u2066x', 'x\u200F', '\u061Cx'])('%j does not pass for another name', (value) => {
  expect(said(text(10), value)).toEqual(['bidi_characters']);
  expect(said(optionalText(10), value)).toEqual(['bidi_characters']);
});
test('half of a character that takes two is no text', () => {
  for (const value of ['a\ud800', '\udfffb'])
    expect([said(text(10), value), said(optionalText(10), value)]).toEqual([
      ['control_characters'],
      ['control_characters'],
    ]);
});
test('names of every alphabet are names', () => {
  for (const value of ['Élodie', 'مرحبا', 'שלום', 'नमस्ते', 'می\u200Cخواهم', 'क्\u200Dष', '👩‍🔧', '❤️', '🏳️‍🌈'])
    expect([said(text(20), value), said(optionalText(20), value)]).toEqual([[], []]);
});

/** Invisible characters, or ones with effects that no text should have. */
const UNSEEN = [
  '\u0000',
  '\u0007',
  '\u001B',
  '\u007F',
  '\u0085',
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u180E',
]
  .concat([
    '\u200B',
    '\u200C',
    '\u200D',
    '\u200E',
    '\u202E',
    '\u2028',
    '\u2029',
    '\u2060',
    '\u2066',
    '\u3164',
  ])
  .concat(['\uFE00', '\uFE0F', '\uFEFF', '\uFFA0', '\u{E0041}', '\u{E0100}', '\u{1D173}']);
/** Texts that are no names: compared with stored values, used as filters, or read by machines. */
const OTHER =
  /(password|totp|recovery|challenge|token|uid|device|username|passkey|code|state|iss|error|query|rrule|from|to|time_zone|search|cellular_\w+)$|(^| )\w+\.\w+ body\.(sso|filter|response|passkey|fields)\b|set_aside\.\w+ |auth\.\w+ /;

interface Leaf {
  readonly at: string;
  takes(value: string): boolean;
}
type Schema = { def?: Record<string, unknown>; safeParse(value: unknown): { success: boolean } };
/** Every text in a schema, at any depth. */
function textsIn(schema: Schema | undefined, at: string, depth = 0): Leaf[] {
  const def = schema?.def;
  if (schema === undefined || def === undefined || depth > 12) return [];
  if (def.type === 'string' || def.type === 'pipe')
    return [{ at, takes: (value) => schema.safeParse(value).success }];
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, Schema>).flatMap(([name, inner]) =>
      textsIn(inner, `${at}.${name}`, depth + 1),
    );
  const inner = [def.innerType, def.element, def.valueType, def.left, def.right].concat(def.options ?? []);
  return inner.flatMap((one) => textsIn(one as Schema | undefined, at, depth + 1));
}

test('no name or text that somebody writes, at any endpoint, takes what nobody sees', () => {
  const leaves = ENDPOINTS.flatMap(({ name, body }) => textsIn(body as Schema | undefined, `${name} body`));
  const free = leaves.filter(({ at, takes }) => takes('Bob') && !OTHER.test(at));
  expect(free.length).toBeGreaterThan(60);
  for (const name of ['clients.create body.name', 'boxes.patch body.pole', 'keys.create body.name'])
    expect(free.map(({ at }) => at)).toContain(name);
  const wrong = free.flatMap(({ at, takes }) =>
    UNSEEN.filter((sign) => takes(`Bo${sign}b`)).map((sign) => `${at} ${JSON.stringify(sign)}`),
  );
  expect(wrong).toEqual([]);
});
test('several lines are taken where they are written, one line elsewhere', () => {
  expect(
    [paragraphs(20), optionalText(20), text(20)].map((schema) => schema.safeParse('a\r\n\tb').success),
  ).toEqual([true, false, false]);
  expect(said(paragraphs(20) as never, 'a\u200Bb')).toEqual(['invisible_characters']);
  expect(UNSEEN.filter((sign) => !/\p{Cc}/u.test(sign) && !hidesCharacters(`a${sign}b`))).toEqual([]);
});
