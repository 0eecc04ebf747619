import { expect, test } from 'vitest';
import { optionalText, text } from './fields.ts';

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
  for (const value of ['Élodie', 'مرحبا', 'שלום', 'नमस्ते', '👩‍🔧'])
    expect([said(text(20), value), said(optionalText(20), value)]).toEqual([[], []]);
});
