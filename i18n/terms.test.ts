import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Words that a term of docs/design.md stands for: one notion, one word; with a text that has the wrong one. */
const INSTEAD: Readonly<Record<string, readonly [wrong: RegExp, term: string, planted: string][]>> = {
  fr: [
    [/souhaité|rapporté(?!e aux|e à)/i, 'consigne, lue', 'Valeur souhaitée'],
    [/vérin/i, 'tige', 'La course du vérin'],
    [/\bStatut\b/, 'État', 'Statut'],
    // A word boundary of a pattern knows no accents.
    [/prévenue?s?(?!\p{L})/iu, 'averti', 'Qui sera prévenu'],
    [/de chances? /i, 'probabilité', '20\u202f% de chances de butée'],
    [/\bRaison\b|\bPourquoi$/, 'Motif', 'Raison du refus'],
    [/\bla limite de \{\{|\bLimite\b/, 'seuil', 'Limite haute'],
    [/télévers/i, 'envoyer, déposer', 'Téléverser un fichier'],
    [/(?<!\p{L})échouée?s?(?!\p{L})(?<!\b(?:ont|a) échoué)/iu, 'échec', 'Connexion échouée'],
    [/déploiement/i, 'mise à jour', 'Déploiement en cours'],
    [/ordres? de travail/i, 'intervention', 'Ordre de travail n° 1'],
  ],
  en: [
    [/foretold|\btold\b/i, 'notified, forecast', 'Who is told'],
    [/kilometre/i, 'kilometer point', 'Kilometre point'],
    [/regulated length/i, 'regularized length', 'Regulated length'],
    [/\bmaker\b|\bvendor\b/i, 'manufacturer', 'Signed by the maker'],
    [/\bgrave\b/i, 'high severity', 'Grave alerts'],
    [/taken out\b/i, 'effect removed', 'Sun taken out'],
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
it.each(Object.entries(INSTEAD))('%s: each planted word is found', (language, rules) => {
  expect(rules.map(([, , planted]) => wrongIn(language, planted))).toEqual(rules.map(([, term]) => [term]));
});
it('finds several, and not what is filled in', () => {
  expect(wrongIn('fr', 'Valeur souhaitée du vérin')).toEqual(['consigne, lue', 'tige']);
  expect(wrongIn('fr', 'Deux envois ont échoué')).toEqual([]);
  expect(wrongIn('en', '{{told}} notified')).toEqual([]);
});
it.each([
  ['en', '../CHANGELOG.md'],
  ['fr', '../CHANGELOG.fr.md'],
])('%s: the newest release note has the words of the screens', (language, path) => {
  const entries = readFileSync(new URL(path, import.meta.url), 'utf8')
    .split(/^## /m)[1]!
    .split('\n- ')
    .slice(1);
  expect(entries.length).toBeGreaterThan(0);
  const wrong = entries.flatMap((entry) =>
    wrongIn(language, entry)
      // A note may tell a story; screens name what is sent ("notified") and what is expected ("forecast").
      .filter((term) => term !== 'notified, forecast')
      .map((term) => `${entry.slice(0, 80)} (${term})`),
  );
  expect(wrong).toEqual([]);
});
