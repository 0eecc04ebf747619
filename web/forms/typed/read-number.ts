import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import type { Reading } from './reading.ts';

export interface NumberRules {
  readonly language: Language;
  /** Maximum digits after the decimal point; 0: a whole number. */
  readonly decimals: number;
  /** The unit shown beside the field, which may be typed after the number. */
  readonly unit?: string;
}

/** Thousands separators: spaces of every width, and apostrophes. */
const SPACES = /[\s\u00a0\u202f\u2009'’]/g;

/**
 * Reads a number as people write it: with a decimal comma or point, spaces between thousands, a typographic
 * minus, its unit at the end.
 */
export function readNumber(text: string, { language, decimals, unit = '' }: NumberRules): Reading<number> {
  if (text.trim() === '') return { value: null };
  const compact = withoutUnit(text.replace(SPACES, ''), unit.replace(SPACES, '')).replace(/[−–]/g, '-');
  const plain = withPoint(compact, language);
  if (plain === null) return { problem: 'number_grouped' };
  // A text that converts to a number is one (the customer's own rule); an empty one would convert to 0.
  const value = /\d/.test(plain) ? Number(plain) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: unit === '' ? 'not_numeric' : `not_numeric_in|${unit}` };
  if (decimals === 0) return Number.isInteger(value) ? { value } : { problem: 'not_integer' };
  return Number(value.toFixed(decimals)) === value ? { value } : { problem: `decimals|${decimals}` };
}

/** Without the unit at its end; the degree sign may be omitted before a letter. */
function withoutUnit(text: string, unit: string): string {
  const ends = [unit, unit.replace('°', '')].filter((end) => end !== '').map((end) => end.toLowerCase());
  const end = ends.find((one) => text.toLowerCase().endsWith(one));
  return end === undefined ? text : text.slice(0, -end.length);
}

/** With a decimal point; null if a mark could also be a thousands separator. */
function withPoint(text: string, language: Language): string | null {
  const marks = text.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return text;
  const [before = '', after = ''] = [
    text.slice(0, text.lastIndexOf(last)),
    text.slice(text.lastIndexOf(last) + 1),
  ];
  if (marks.length === 1) {
    // "1,234" is over a thousand in English, and between one and two in French.
    const grouped =
      last !== LANGUAGES[language].decimal && last === ',' && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text);
    return grouped ? null : `${before}.${after}`;
  }
  const others = marks.slice(0, -1);
  // A mark that occurs twice is a thousands separator.
  if (others.includes(last)) return isGrouped(text, last) ? text.replaceAll(last, '') : text;
  return isGrouped(before, others[0]!) ? `${before.replaceAll(others[0]!, '')}.${after}` : text;
}

const isGrouped = (text: string, mark: string): boolean =>
  new RegExp(`^[+-]?\\d{1,3}(?:\\${mark}\\d{3})+$`).test(text);

/** A number in a field: no thousands separator, decimals as in the language. */
export function writeNumber(value: number, language: Language): string {
  const text = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 12 });
  return text.replace('.', LANGUAGES[language].decimal);
}
