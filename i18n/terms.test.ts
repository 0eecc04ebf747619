import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Words that a term of docs/design.md stands for: one notion, one word. */
const INSTEAD: Readonly<Record<string, readonly [wrong: RegExp, term: string][]>> = {
  fr: [
    [/souhaité|rapporté(?!e aux|e à)/i, 'consigne, lue'],
    [/vérin/i, 'tige'],
    [/\bStatut\b/, 'État'],
    [/prévenue?s?\b/i, 'averti'],
    [/de chances? /i, 'probabilité'],
    [/\bRaison\b|\bPourquoi$/, 'Motif'],
    [/\bla limite de \{\{|\bLimite\b/, 'seuil'],
    [/téléverser|télévers/i, 'envoyer, déposer'],
    [/\béchouée?\b/i, 'échec'],
    [/déploiement/i, 'mise à jour'],
  ],
  en: [
    [/foretold|\btold\b/i, 'notified, forecast'],
    [/kilometre/i, 'kilometer point'],
    [/regulated length/i, 'regularized length'],
    [/\bmaker\b|\bvendor\b/i, 'manufacturer'],
    [/\bgrave\b/i, 'high severity'],
    [/taken out\b/i, 'effect removed'],
  ],
};

/** Every text of an area with its path. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, `${path}.${key}`));
}

const wrongIn = (language: string, text: string) =>
  // What is filled in is named in English.
  INSTEAD[language]!.filter(([wrong]) => wrong.test(text.replace(/\{\{\w+\}\}/g, '{{}}'))).map(
    ([, term]) => term,
  );

it.each(Object.keys(INSTEAD))('%s: one notion has one word', async (language) => {
  const wrong: string[] = [];
  let seen = 0;
  for (const file of readdirSync(new URL(`${language}/`, import.meta.url)))
    for (const [path, text] of textsIn({
      ...(await import(new URL(`${language}/${file}`, import.meta.url).href)),
    })) {
      seen += 1;
      for (const term of wrongIn(language, text)) wrong.push(`${file}${path}: ${text} (${term})`);
    }
  expect(seen).toBeGreaterThan(1500);
  expect(wrong).toEqual([]);
});
it('finds planted words', () => {
  expect(wrongIn('fr', 'Valeur souhaitée du vérin')).toEqual(['consigne, lue', 'tige']);
  expect(wrongIn('en', 'Who is told')).toHaveLength(1);
  expect(wrongIn('en', '{{told}} notified')).toEqual([]);
});
