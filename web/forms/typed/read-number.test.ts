import { expect, it } from 'vitest';
import { readNumber, writeNumber } from './read-number.ts';

const en = { language: 'en', decimals: 2 } as const;
const fr = { language: 'fr', decimals: 2 } as const;

it.each([
  ['12.5', en, 12.5],
  ['12,5', en, 12.5],
  ['12,5', fr, 12.5],
  ['12.5', fr, 12.5],
  [' 12,50 ', fr, 12.5],
  ['1 234,5', fr, 1234.5],
  ['1\u202f234,5', fr, 1234.5],
  ['1,234.5', en, 1234.5],
  ['1,234,567', en, 1_234_567],
  ['−3.5', en, -3.5],
  ['.5', en, 0.5],
  ['12.', en, 12],
  ['0,125', { ...en, decimals: 3 }, 0.125],
  ['1,234', { ...fr, decimals: 3 }, 1.234],
  ['1e2', en, 100],
  ['12 mm', { ...en, unit: 'mm' }, 12],
  ['12MM', { ...en, unit: 'mm' }, 12],
  ['-4 °C', { ...en, unit: '°C' }, -4],
  ['-4C', { ...en, unit: '°C' }, -4],
  ['17.5 µm/(m·K)', { ...en, unit: 'µm/(m·K)' }, 17.5],
  ['120', { ...en, decimals: 0 }, 120],
  ['120.0', { ...en, decimals: 0 }, 120],
  ['', en, null],
  ['  ', en, null],
] as const)('%j is read', (text, rules, value) => expect(readNumber(text, rules)).toEqual({ value }));

it.each([
  ['12.55', { ...en, decimals: 0 }, 'not_integer'],
  ['120,5', { ...fr, decimals: 0 }, 'not_integer'],
  ['1.234', en, 'decimals|2'],
  ['1,234', en, 'number_grouped'],
  ['abc', en, 'not_numeric'],
  ['1.2.3', en, 'not_numeric'],
  ['-', en, 'not_numeric'],
  ['mm', { ...en, unit: 'mm' }, 'not_numeric_in|mm'],
  ['12 in', { ...en, unit: 'mm' }, 'not_numeric_in|mm'],
  ['12 mm', { ...en, unit: 'm' }, 'not_numeric_in|m'],
  ['450+000', en, 'not_numeric'],
] as const)('%j is told', (text, rules, problem) => expect(readNumber(text, rules)).toEqual({ problem }));

it('reads what it writes', () => {
  for (const value of [0, -0.25, 1234.5, 1e-6, 46.521234])
    for (const language of ['en', 'fr'] as const)
      expect(readNumber(writeNumber(value, language), { language, decimals: 6 })).toEqual({ value });
});
