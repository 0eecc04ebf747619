import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONGEST, LongestFirst } from './longest-first.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('names files that there are, each once, and every one with a browser', () => {
  expect(LONGEST.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
  expect(
    globSync('e2e/**/*.test.ts', { cwd: ROOT }).filter((path) => !LONGEST.some((one) => one === path)),
  ).toEqual([]);
});

it('begins with them, and keeps all others', async () => {
  const project = { name: 'any', config: { sequence: { groupOrder: 0 }, isolate: false } };
  const paths = ['domain/short.test.ts', LONGEST[3], 'other/e2e-short.test.ts', LONGEST[0]];
  const files = paths.map(
    (path) => ({ moduleId: `/somewhere/${path}`, project }) as unknown as TestSpecification,
  );
  const context = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
  const sorted = (await new LongestFirst(context).sort(files)).map(({ moduleId }) => moduleId);
  expect(sorted.slice(0, 2)).toEqual([`/somewhere/${LONGEST[0]}`, `/somewhere/${LONGEST[3]}`]);
  expect(sorted.toSorted()).toEqual(files.map(({ moduleId }) => moduleId).toSorted());
});
