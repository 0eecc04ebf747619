import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';

const FOLDER = fileURLToPath(new URL('../../i18n/', import.meta.url));

/** Every text of a language by file, name and key. */
async function textsOf(language: Language): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const gather = (at: string, value: unknown): void => {
    if (typeof value === 'string') texts.set(at, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) gather(`${at}.${key}`, entry);
  };
  const files = globSync('*.ts', { cwd: `${FOLDER}${language}` }).filter(
    (name) => !name.endsWith('.test.ts'),
  );
  await Promise.all(
    files.map(async (name) => gather(name.slice(0, -3), await import(`${FOLDER}${language}/${name}`))),
  );
  return texts;
}
const TEXTS = Object.fromEntries(
  await Promise.all(LANGUAGE_KEYS.map(async (language) => [language, await textsOf(language)] as const)),
) as Record<Language, Map<string, string>>;

const PLACE = /\{\{\w+\}\}/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
/** A text with any inserted values, in brackets or not. */
const patternOf = (text: string): string => text.split(PLACE).map(escaped).join('.*?');

/**
 * Keys whose English text is this one, or, if there is none, contains it or becomes it with inserted values.
 */
function keysOf(english: string): string[] {
  const all = [...TEXTS.en];
  const ways: ((text: string) => boolean)[] = [
    (text) => text === english,
    (text) => text.includes(english),
    (text) =>
      /\p{L}{2}/u.test(text.replaceAll(new RegExp(PLACE, 'g'), '')) &&
      new RegExp(`^${patternOf(text)}$`).test(english),
  ];
  for (const way of ways) {
    const found = all.filter(([, text]) => way(text)).map(([key]) => key);
    if (found.length > 0) return found;
  }
  throw new Error(`no text of i18n says "${english}"`);
}

/**
 * One pattern for every translation of an English text of `i18n`, so that tests depend on no language; a text
 * that changed in the tables makes this fail with its name.
 */
export function textOf(english: string, language: Language): RegExp {
  const texts = new Set(keysOf(english).map((key) => TEXTS[language].get(key) ?? english));
  // The longest first, because "De" is part of many words.
  const patterns = [...texts].sort((a, b) => b.length - a.length).map(patternOf);
  return new RegExp(`(?<!\\p{L})(?:${patterns.join('|')})(?!\\p{L})`, 'iu');
}

/** The English texts of a key, in any area. */
export const englishOf = (key: string): string[] =>
  [...TEXTS.en].filter(([at]) => at.endsWith(`.${key}`)).map(([, text]) => text);
