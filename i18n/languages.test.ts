import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Code that does one thing in one language and another in the others: a further language would be forgotten there. */
const BRANCH = new RegExp(
  `[!=]==\\s*'(${LANGUAGE_KEYS.join('|')})'|'(${LANGUAGE_KEYS.join('|')})'\\s*(\\||[!=]==)`,
);

/** A list of languages: a key, a text or a path that names another than English. */
const OTHERS = LANGUAGE_KEYS.filter((key) => key !== 'en').join('|');
const NAMING = new RegExp(
  `['"/.](${OTHERS})['"/]|[{,]\\s*(${OTHERS}): |^\\s*(${OTHERS}): |lang="(${OTHERS})"`,
  'm',
);

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

it('every language has a folder with the same areas', () => {
  const areas = (language: string) => globSync('*.ts', { cwd: `${ROOT}i18n/${language}` });
  // The summaries of calls stand in the contracts in English.
  const english = new Set([...areas('en'), 'api-summaries.ts']);
  expect(english.size).toBeGreaterThan(30);
  for (const language of LANGUAGE_KEYS.filter((one) => one !== 'en'))
    expect(new Set(areas(language)), language).toEqual(english);
});

const sources = globSync('{domain,contracts,i18n,server,web,simulator}/**/*.{ts,tsx,js,html}', {
  cwd: ROOT,
  exclude: [
    '**/node_modules/**',
    '**/*.test.ts',
    '**/*.test.tsx',
    'web/dist/**',
    '**/testing/**',
    '**/testing*.ts',
  ],
});

it('no code tells languages apart by name: what differs is a row of domain/languages, or a text', () => {
  const branching = sources.filter((path) => BRANCH.test(readFileSync(ROOT + path, 'utf8')));
  // A CSV of boxes for programs has the API's names, and that is the English one.
  expect(branching).toEqual(['server/features/boxes/csv/csv-columns.ts']);
  expect(BRANCH.test(`language === 'fr' ? 'fr-FR' : 'en-GB'`)).toBe(true);
  expect(BRANCH.test(`type Language = 'en' | 'fr'`)).toBe(true);
});

it('a further language is a row, a folder, and what the compiler asks for: lists of languages are typed', () => {
  expect(sources.length).toBeGreaterThan(500);
  const texts = new RegExp(`^i18n/(${OTHERS})/`);
  const naming = sources.filter(
    (path) => !texts.test(path) && NAMING.test(withoutComments(readFileSync(ROOT + path, 'utf8'))),
  );
  // The table, and three lists whose type is a key of it; ARCHITECTURE.md names them.
  expect(naming.sort()).toEqual([
    'domain/languages.ts',
    'i18n/languages.ts',
    'server/features/meta/release-note.ts',
    'web/app/shell/shell.tsx',
  ]);
  const lists = naming.filter((path) => path !== 'domain/languages.ts');
  for (const path of lists) expect(readFileSync(ROOT + path, 'utf8'), path).toMatch(/Record<Language, /);
});
