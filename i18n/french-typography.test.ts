import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Every text of an area with its path. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    textsIn(entry, path === '' ? key : `${path}.${key}`),
  );
}

/** The customer gave this sentence as it is. */
const GIVEN = new Set([
  "Cet email n'existe pas.",
  "Vous n'avez pas les droits nécessaires pour effectuer cette action.",
]);
/** A line of a request, an address, a moment as 12:30: none is French. */
const FOREIGN = /https?:\/\/\S+|mqtts?:\/\/\S+|\S+:\S+|Authorization: \S+|`[^`]*`/g;

function wrongIn(text: string): string[] {
  if (GIVEN.has(text)) return [];
  const french = text.replace(FOREIGN, '·');
  return [
    ...(/[^\u202f]([;!?»]|:(?=\s|$)|(?<=[\d}\s])%)/u.test(french.replace(/^:/, ''))
      ? ['narrow no-break space before : ; ! ? % »']
      : []),
    ...(/«(?!\u202f)/u.test(french) ? ['narrow no-break space after «'] : []),
    ...(/\p{L}'\p{L}/u.test(french) ? ['typographic apostrophe'] : []),
    ...(/\.\.\./.test(french) ? ['ellipsis'] : []),
    ...(/["“”]/.test(french) ? ['guillemets'] : []),
    ...(/ {2}|[ \u00a0]\u202f|\u202f[ \u00a0\u202f]/u.test(french) ? ['one space'] : []),
  ];
}

it('French texts keep French typography', async () => {
  const files = readdirSync(new URL('fr/', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name));
  expect(files.length).toBeGreaterThan(25);
  const wrong: Record<string, string[]> = {};
  let looked = 0;
  for (const file of files)
    for (const [path, text] of textsIn({ ...(await import(new URL(`fr/${file}`, import.meta.url).href)) })) {
      looked += 1;
      const found = wrongIn(text);
      if (found.length > 0) wrong[`${file} ${path}: ${text}`] = found;
    }
  expect(looked).toBeGreaterThan(1500);
  expect(wrong).toEqual({});
});
it('finds planted faults', () => {
  expect(wrongIn('Menu: Joe')).toHaveLength(1);
  expect(wrongIn('Menu\u00a0: Joe')).toHaveLength(1);
  expect(wrongIn('Vraiment ?')).toHaveLength(1);
  expect(wrongIn('10 %')).toHaveLength(1);
  expect(wrongIn('« oui »')).toHaveLength(2);
  expect(wrongIn("l'AERO...")).toHaveLength(2);
  expect(wrongIn('10\u202f% de «\u202foui\u202f»\u202f: l’AERO, host:port, 12:30…')).toEqual([]);
});

it('leaves the colon between two words to the texts: French has a space before it', () => {
  const root = `${import.meta.dirname}/../web/`;
  const files = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['dist/**', '**/*.test.ts', '**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(500);
  const joined = files.flatMap((path) =>
    readFileSync(root + path, 'utf8')
      .split('\n')
      .filter((line) => /\}: \$\{/.test(line) && !/throw |Error\(/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(joined).toEqual([]);
});
