import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const ASSETS = new URL('../web/dist/assets/', import.meta.url);
const names = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const codeOf = (name: string): string => readFileSync(new URL(name, ASSETS), 'utf8');

/** Files that contain chunks of these names, with their imports. */
function filesWith(...chunks: string[]): string[] {
  const waiting = chunks.map((chunk) => {
    const file = names.find((name) => name.replace(/-[\w-]{8}\.js$/, '') === chunk);
    if (file === undefined) throw new Error(`the built console has no ${chunk}`);
    return file;
  });
  const files = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    waiting.push(...[...codeOf(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, to]) => to!));
  }
  return [...files];
}

const gzip = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(codeOf(file), { level: 9 }).length, 0) / 1000;

// Maximum size of a first load, of 200 and 320 kB; its texts, 8 and 20 kB, are added (bench/rows/console/web.ts
// measures it).
test.each([
  { screen: 'the sign-in page', chunks: ['visitor-layout', 'login-screen'], most: 185 },
  { screen: 'the dashboard', chunks: ['shell', 'dashboard-screen'], most: 292 },
])('the code of $screen is small, and has neither curves nor map', ({ chunks, most }) => {
  const files = filesWith('main', ...chunks);
  expect(files.length).toBeGreaterThan(chunks.length);
  expect(gzip(files)).toBeLessThan(most);
  expect(files.filter((file) => /u-wrap|maplibregl-/.test(codeOf(file)))).toEqual([]);
});
