import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { textAreas } from './text-areas.ts';

const { handler } = textAreas().transform as {
  handler: (code: string, id: string) => { code: string } | undefined;
};
const web = fileURLToPath(new URL('.', import.meta.url));
/** The code added to a module: the component and its areas. */
function saidBy(path: string): [part: string, areas: string[]] | null {
  const { code } = handler(readFileSync(path, 'utf8'), path) ?? { code: '' };
  const [, part, areas] = /__speaks\((\w+), (\[.*\])\);/.exec(code) ?? [];
  return part === undefined ? null : [part, JSON.parse(areas!)];
}

it('the first module of a part says each area that it and all it imports speak, once', () => {
  const [part, areas] = saidBy(join(web, 'screens/box/box-screen.tsx'))!;
  expect(part).toBe('BoxScreen');
  // Its own, one of a tab, one of an entity below that tab; none of the shell or of lazily loaded parts.
  expect(areas).toEqual(expect.arrayContaining(['box', 'common', 'diagnostics', 'visualization', 'work']));
  expect(areas).not.toContain('map');
  expect(new Set(areas).size).toBe(areas.length);
});

it('every part that is loaded by itself has a first module that says them', () => {
  const files = globSync('{app,entities,screens}/**/*.tsx', { cwd: web }).map((name) => join(web, name));
  const parts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+\.tsx)'\)/g)].map(([, to]) =>
      join(dirname(file), to!),
    ),
  );
  const screens = files.filter((file) => file.endsWith('-screen.tsx'));
  expect(parts.length).toBeGreaterThan(20);
  expect(screens.length).toBeGreaterThan(30);
  expect([...parts, ...screens].filter((file) => saidBy(file) === null)).toEqual([]);
});

it('a module that is no part says none', () => {
  expect(saidBy(join(web, 'screens/box/aero/aero-tab.tsx'))).toBeNull();
});
