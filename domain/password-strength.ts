/** What a password is judged by, the same in the server and while somebody types (docs/decisions/0093, 0084). */

/** Of the estimator's 0 to 4, the one from 10^10 guesses on. */
export const STRONG_SCORE = 4;
/** Characters at least. */
export const SHORTEST_PASSWORD = 12;
/** Characters that are looked at: time grows with their square, and nobody guesses 40 by words. */
const LOOKED_AT = 40;
const MAX_WORDS = 40;
/** Letters that must be left of a password without the person's own words. */
const LETTERS_LEFT = 6;
/** Replacements of letters that are tried: the estimator's own 100 take up to two seconds for 40 such letters. */
export const MAX_SUBSTITUTIONS = 16;

const unaccented = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

/** What is estimated of a password: its beginning. */
export const lookedAt = (password: string): string => [...password].slice(0, LOOKED_AT).join('');

/** What a guesser of this person's password would try first, with accents and without; from names of any length. */
export function guessedWords(words: readonly string[]): string[] {
  const known = words
    .filter((word) => word.length >= 3)
    .map((word) => word.slice(0, LOOKED_AT))
    .slice(0, MAX_WORDS);
  return [...new Set(known.flatMap((word) => [word, unaccented(word)]))];
}

/** Dictionaries of a language with accents, as typed on a foreign keyboard: by name with `-unaccented`. */
export function typedWithoutAccents(dictionary: Readonly<Record<string, unknown>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(dictionary).map(([name, words]) => [
      `${name}-unaccented`,
      (words as readonly string[]).map(unaccented),
    ]),
  );
}

/**
 * Whether little is left of a password once the person's own words, digits and marks are taken out. The
 * estimator counts marks and digits around a name as guesses; who knows the person knows these too.
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
