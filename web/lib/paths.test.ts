import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paths } from './paths.ts';
import { SCREEN_KEYS, screenOf } from './screens.ts';

it('fills parameters in their order and appends what is asked for', () => {
  expect(paths.dashboard()).toBe('/');
  expect(paths.box(7)).toBe('/galland-boxes/7');
  expect(paths.boxEdit('7')).toBe('/galland-boxes/7/edit');
  expect(paths.newPassword('a/b', 'c')).toBe('/reset-password/a%2Fb/c');
  expect(paths.box(7, { tab: 'firmware' })).toBe('/galland-boxes/7?tab=firmware');
  expect(paths.visualization({ aeros: [3, 4], zoom: undefined })).toBe('/visualization?aeros=3,4');
  expect(paths.users({ q: 'A & b' })).toBe('/users?q=A%20%26%20b');
});
it('asks for as many values as a path has parameters', () => {
  // @ts-expect-error a box has an id
  expect(paths.box()).toContain('undefined');
  // @ts-expect-error a list has none
  expect(paths.boxes(7)).toBe('/galland-boxes');
});

const FIRST = new Set(SCREEN_KEYS.map((key) => screenOf(key).path.split('/')[1]).filter(Boolean));
/** Addresses of screens written by hand; those of the API end with a slash. */
function literalRoutes(source: string): string[] {
  const literals = source.matchAll(/(?<=['"`](?:\*\*)?)\/([\w-]+)(?:[/?#$][^'"`]*|\*\*)?(?=['"`])/g);
  return [...literals]
    .filter(([text, first]) => FIRST.has(first!) && !/\/(\?|$)/.test(text))
    .map(([text]) => text);
}

it('no other file of web or e2e writes the address of a screen', () => {
  const root = new URL('../../', import.meta.url);
  const files = globSync('{web,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'web/dist/**', 'web/lib/screens.ts', 'web/**/*.test.ts'],
  });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    literalRoutes(readFileSync(new URL(file, root), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: source text is what is read
it('finds planted ones', () => {
  expect(literalRoutes('<Link to="/users" /> navigate(`/galland-boxes/${id}`) \'**/login**\'')).toEqual([
    '/users',
    '/galland-boxes/${id}',
    '/login**',
  ]);
  expect(literalRoutes("api.get('/users/') get(`/alerts/${id}/?x=1`) '/assets/x' \"/user\"")).toEqual([]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: source text is what is read
