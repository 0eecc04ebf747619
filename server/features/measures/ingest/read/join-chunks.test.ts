import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import { expect, test } from 'vitest';
import { decode } from './decode.ts';

// Appendix A of RFC 8949 has the forms; written by hand, as cbor-x writes none of them.
const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');
const text = (word: string) => `${(0x60 + word.length).toString(16)}${Buffer.from(word).toString('hex')}`;

test('texts in pieces are read as whole ones, at any depth and beside any other form', () => {
  const payload = hex(
    'bf', // A map of indefinite length.
    '7f',
    text('ae'),
    text('ro'),
    text('s'),
    'ff',
    '9f',
    'a3',
    `7f${text('t')}${text('0')}ff`,
    'fb41da47a400400000',
    text('dt'),
    '820019025a',
    `7f${text('temperature')}ff`,
    '82f94d40c4822019028a', // Half precision; a decimal fraction.
    'ff',
    text('v'),
    '01',
    'ff',
  );
  expect(decode(payload)).toEqual({
    aeros: [{ t0: 1763610625, dt: [0, 602], temperature: [21, 65] }],
    v: 1,
  });
});

test.each([
  ['cut short in a piece', hex('a1', '7f', '63', '6162')],
  ['without its end', hex('a1', '7f', text('ab'))],
  ['a piece of another kind', hex('a1', '7f', '4161', 'ff', '01')],
  ['pieces within pieces', hex('a1', '7f', '7f', text('a'), 'ff', 'ff', '01')],
  ['nested without end', Buffer.concat([Buffer.alloc(1000, 0x9f), hex('7f', text('a'), 'ff')])],
])('%s cannot be read', (_name, payload) => {
  expect(() => decode(payload)).toThrow(Unreadable);
});
