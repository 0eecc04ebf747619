import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import type { TypedKind } from './fields.ts';

/** The unique value typed into one field of a page, by which it is recognized in the request. */
export interface OwnValue {
  readonly typed: string;
  /** In the field's format after it is left. */
  readonly shown: string;
  /** The values that represent it in a request: some numbers are sent in their own steps. */
  readonly sent: readonly (string | number)[];
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The nth of a kind, from 1 on; for a part of a duration what `durationOf` makes of them. */
export function ownValue(kind: TypedKind, n: number, language: Language): OwnValue {
  const same = (text: string, ...sent: (string | number)[]): OwnValue => ({ typed: text, shown: text, sent });
  const day = (n % 28) + 1;
  const date = `${two(day)}/12/2026`;
  switch (kind) {
    case 'number':
      return same(`${n}${LANGUAGES[language].decimal}5`, ...steps(n + 0.5));
    case 'whole':
      return same(String(30 + n), ...steps(30 + n));
    case 'duration':
      return same(String((n % 20) + 1));
    case 'day':
      return { typed: `${day}/12/2026`, shown: date, sent: [`2026-12-${two(day)}`, `202612${two(day)}`] };
    case 'moment':
      return {
        typed: `${day}/12/2026 7h${two(n)}`,
        shown: `${date} 07:${two(n)}`,
        sent: [`2026-12-${two(day)}T06:${two(n)}:00.000Z`],
      };
    case 'clock':
      return { typed: `7h${two(n)}`, shown: `07:${two(n)}`, sent: [`07:${two(n)}`] };
    case 'kilometer':
      return { typed: `${n},345`, shown: `${n}+345`, sent: [n + 0.345] };
    case 'zone':
      return { typed: 'tokyo', shown: 'Asia/Tokyo', sent: ['Asia/Tokyo'] };
  }
}

/** Tenths, coefficients per kelvin typed in millionths, and minutes sent in seconds. */
const steps = (value: number): number[] => [value, value * 10, value / 1e6, value * 60];

const MS: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 };
/** A duration in each unit that it may be stored in, from its parts by their symbols. */
export function durationOf(parts: Readonly<Record<string, string>>): number[] {
  const ms = Object.entries(parts).reduce((sum, [symbol, text]) => sum + Number(text) * MS[symbol]!, 0);
  return [ms, ms / 1000, ms / 60_000];
}

/** Whether a value is in the request: in a body, or as a parameter of the address. */
export function stands(values: readonly (string | number)[], sent: readonly string[]): boolean {
  return sent.some((text) => leavesOf(text).some((leaf) => values.some((value) => isSame(leaf, value))));
}
function isSame(leaf: unknown, value: string | number): boolean {
  if (typeof value === 'string') return leaf === value;
  const number = typeof leaf === 'string' && leaf.trim() !== '' ? Number(leaf) : leaf;
  return typeof number === 'number' && Math.abs(number - value) <= 1e-9 * Math.abs(value);
}
/** The parts of a recurrence rule: its days, and how often. */
const partsOf = (value: unknown): unknown[] =>
  typeof value === 'string' && value.includes('FREQ=')
    ? value.split(';').map((part) => part.replace(/^.*=|T.*$/g, ''))
    : [value];
/** The values in a body of JSON, or in the query of an address. */
export function leavesOf(text: string): unknown[] {
  if (!text.startsWith('{') && !text.startsWith('[')) return [...new URL(text).searchParams.values()];
  const gather = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(gather) : partsOf(value);
  return gather(JSON.parse(text));
}
