/**
 * The customer's validation rules, word for word, and the formats of fields. The forms in the browser and the
 * server use the same functions. A message is a code of i18n's `validation` with its parameters after bars
 * (`between|0|400`); null means accepted.
 */
import { LANGUAGES, type Language } from './languages.ts';

export type Message = string;

/** Missing, empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * An e-mail address for comparison: A to Z in lower case, nothing else changed. `toLowerCase` also maps other
 * letters to ASCII (U+212A KELVIN SIGN becomes k), which would merge two addresses.
 */
export const foldEmail = (email: string): string => email.replace(/[A-Z]+/g, (part) => part.toLowerCase());

/** The value must convert to a number. */
export function numeric(value: unknown): Message | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'not_numeric';
  if (typeof value !== 'string' || value.trim() === '') return 'not_numeric';
  return Number.isFinite(Number(value)) ? null : 'not_numeric';
}

/** Null stays null; a non-integer is invalid. */
export function integer(value: unknown): Message | null {
  if (value === null) return null;
  return numeric(value) ?? (Number.isInteger(Number(value)) ? null : 'not_integer');
}

/** One value within bounds. */
export function between(value: number, min: number, max: number): Message | null {
  return value >= min && value <= max ? null : `between|${min}|${max}`;
}

/**
 * A pair of limits: 0 and 0 is accepted (off); otherwise a non-zero lower value must be ≥ min and ≤ max. The
 * customer's rule mentions only the lower value; the upper one has the same bounds.
 */
export function rangePair(
  lower: number,
  upper: number,
  min: number,
  max: number,
): { lower: Message | null; upper: Message | null } {
  if (lower === 0 && upper === 0) return { lower: null, upper: null };
  const of = (value: number) => (value === 0 ? null : between(value, min, max));
  return { lower: of(lower), upper: of(upper) };
}

/** At most N characters. */
export function maxLength(value: string, max: number): Message | null {
  return value.length <= max ? null : `max_length|${max}`;
}

/** 4 to 8 characters or empty. */
export function cellularPin(value: string | null | undefined): Message | null {
  return isEmpty(value) || (value!.length >= 4 && value!.length <= 8) ? null : 'pin';
}

export type DurationUnit = 's' | 'ms' | 'min' | 'min-hm';
export interface Duration {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/**
 * Splits a duration into hours, minutes and seconds: `ms` floors to seconds, `min` multiplies by 60, `min-hm`
 * is minutes with seconds always 0.
 */
export function splitDuration(value: number, unit: DurationUnit = 's'): Duration {
  const total = unit === 'ms' ? Math.floor(value / 1000) : unit === 's' ? value : Math.floor(value * 60);
  return {
    hours: Math.floor(total / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: unit === 'min-hm' ? 0 : total % 60,
  };
}

/** The inverse of `splitDuration`, in its unit. */
export function joinDuration({ hours, minutes, seconds }: Duration, unit: DurationUnit = 's'): number {
  const total = hours * 3600 + minutes * 60 + (unit === 'min-hm' ? 0 : seconds);
  return unit === 'ms' ? total * 1000 : unit === 's' ? total : total / 60;
}

/** The sentence a user types to confirm a deletion. */
export function deletionSentence(language: Language, name: string): string {
  return `${LANGUAGES[language].remove} ${name}`;
}
export function confirmsDeletion(typed: string, language: Language, name: string): boolean {
  return typed.trim().replace(/\s+/g, ' ') === deletionSentence(language, name).trim().replace(/\s+/g, ' ');
}

/**
 * Scripts whose letters, and emoji, are joined by invisible joiners; elsewhere a joiner has no visible
 * effect.
 */
const JOINING = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya']
  .concat(['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const SEEN = new RegExp(
  [
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{Emoji}])\\uFE0F',
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
  ].join('|'),
  'gu',
);
/**
 * Format characters, line separators, and all characters that Unicode leaves invisible
 * (Default_Ignorable_Code_Point).
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u;

/**
 * Whether a text contains invisible characters (U+200B ZERO WIDTH SPACE, U+00AD, U+3164 …), by which two
 * names that look the same would differ. Joiners are allowed where they have a visible effect: inside an
 * emoji, and between letters of scripts that need them.
 */
export function hidesCharacters(text: string): boolean {
  return INVISIBLE.test(text.replace(SEEN, ''));
}

/**
 * Whether a text changes the writing direction (Unicode Bidi_Control): invisible marks can make a name look
 * like another, such as `gpj.exe` for `exe.jpg`. Arabic and Hebrew need none of them.
 */
export function turnsDirection(text: string): boolean {
  return /\p{Bidi_Control}/u.test(text);
}
