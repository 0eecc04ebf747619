import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A path taken from a file URL: `My%20Projects` for “My Projects”, `/C:/` on Windows. */
const ENCODED = /import\.meta\.url\s*,?\s*\)\s*\.pathname/;

it('no path of a file is taken from an address without being decoded (fileURLToPath)', () => {
  const sources = globSync('**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'data/**', '**/dist/**'],
  });
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((path) => ENCODED.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  expect(ENCODED.test(['new URL("..", import.meta', 'url).pathname'].join('.'))).toBe(true);
});
