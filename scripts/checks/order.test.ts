import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FEATURES, ORDER, PAIRS, printedOrder } from './order.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('ARCHITECTURE.md prints who may import whom', () => {
  expect(readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8')).toContain(`\n\`\`\`\n${printedOrder()}\n\`\`\`\n`);
});

it('every feature stands in it once, and nothing else', () => {
  expect([...FEATURES].sort()).toEqual(readdirSync(`${ROOT}server/features`).sort());
});

it('every feature says in a page of its own what it is, in ten lines at most', () => {
  for (const feature of FEATURES) {
    const path = `${ROOT}server/features/${feature}/README.md`;
    expect(existsSync(path), feature).toBe(true);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n').length, feature).toBeLessThanOrEqual(10);
  }
});

it('of two rooms of one house one may import the other at most', () => {
  expect(ORDER.length).toBe(3);
  const allowed = new Set(
    PAIRS.filter((pair) => pair.allowed).map(({ of, from, to }) => `${of} ${from} ${to}`),
  );
  expect(allowed.size).toBeGreaterThan(600);
  expect(
    PAIRS.filter(
      ({ of, from, to }) => allowed.has(`${of} ${from} ${to}`) && allowed.has(`${of} ${to} ${from}`),
    ),
  ).toEqual([]);
});
