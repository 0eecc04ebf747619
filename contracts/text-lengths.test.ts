import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('./api/', import.meta.url));
/** Written only by programs: no form has a field for them. */
const OF_PROGRAMS = [
  'auth.ts: text(100)',
  'auth.ts: text(200)',
  'auth.ts: optionalText(500)',
  'firmwares.ts: paragraphs(20_000)',
  'firmwares.ts: paragraphs(2_000_000)',
  'rollouts.ts: paragraphs(2_000_000)',
  'saved-views.ts: optionalText(8000)',
  'supervisor-files.ts: text(100)',
  'users.ts: text(100)',
  'users.ts: text(200)',
];
const written = (name: string, source: string): string[] =>
  [...source.matchAll(/\b(?:optionalText|paragraphs|text)\([\d_]+\)/g)].map(([call]) => `${name}: ${call}`);

it('the length of what people write stands in the one table that forms read too', () => {
  const found = globSync('*.ts', { cwd: ROOT }).flatMap((name) =>
    written(name, readFileSync(`${ROOT}${name}`, 'utf8')),
  );
  expect([...new Set(found)].sort()).toEqual([...OF_PROGRAMS].sort());
  expect(written('x.ts', 'name: text(50), note: text(TEXT_LENGTHS.note.text), list: paragraphs(9)')).toEqual([
    'x.ts: text(50)',
    'x.ts: paragraphs(9)',
  ]);
});
