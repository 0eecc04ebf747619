/** How passwords are judged, the same in the server and while somebody types (docs/decisions/0093, 0084). */

/** Of the estimator's scores 0 to 4, the one from 10^10 guesses on. */
export const STRONG_SCORE = 4;
/** Minimum number of characters. */
export const SHORTEST_PASSWORD = 12;
/** Number of characters judged: time grows with their square, and nobody guesses 40 by words. */
const LOOKED_AT = 40;
const MAX_WORDS = 40;
/** Letters that must remain of a password without the person's own words. */
const LETTERS_LEFT = 6;
/** Letter replacements that are tried: the estimator's own 100 take up to two seconds for 40 such letters. */
export const MAX_SUBSTITUTIONS = 16;

const unaccented = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

/** The part of a password that is judged: its beginning. */
export const lookedAt = (password: string): string => [...password].slice(0, LOOKED_AT).join('');

/**
 * Words that an attacker who knows this person would try first, with and without accents; from names of any
 * length.
 */
export function guessedWords(words: readonly string[]): string[] {
  const known = words
    .filter((word) => word.length >= 3)
    .map((word) => word.slice(0, LOOKED_AT))
    .slice(0, MAX_WORDS);
  return [...new Set(known.flatMap((word) => [word, unaccented(word)]))];
}

/**
 * Dictionaries of a language with its accents removed, as typed on a foreign keyboard: by name with
 * `-unaccented`.
 */
export function typedWithoutAccents(dictionary: Readonly<Record<string, unknown>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(dictionary).map(([name, words]) => [
      `${name}-unaccented`,
      (words as readonly string[]).map(unaccented),
    ]),
  );
}

/**
 * Whether little remains of a password without the person's own words, digits and punctuation. The estimator
 * counts digits and punctuation around a name as guesses, but an attacker who knows the person tries these
 * too.
 */
export function isPersonal(password: string, about: readonly string[]): boolean {
  const plain = password.toLowerCase();
  const words = about
    .flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)])
    .map((word) => word.toLowerCase());
  const own = [...new Set(words)].filter((word) => word.length >= 3 && plain.includes(word));
  const rest = own
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), plain);
  return own.length > 0 && rest.replace(/[^\p{L}]/gu, '').length < LETTERS_LEFT;
}
