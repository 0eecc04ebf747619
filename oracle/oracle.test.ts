import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Case } from './case.ts';
import { explore } from './explore.ts';
import { MUTANTS } from './planted.ts';
import { type Stage, startStage } from './product.ts';
import { differencesOf } from './run-cases.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const CORPUS = new URL('corpus/found.jsonl', import.meta.url);
/** By the same seed every time: what fails here fails anywhere. */
const CASES = 240;

it('every mistake that must be found can be planted', () => {
  for (const { name, file, from } of MUTANTS) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(text.split(from), name).toHaveLength(2);
  }
});

it('what failed once does not fail again', async () => {
  const kept = readFileSync(CORPUS, 'utf8').trim().split('\n');
  expect(kept.length).toBeGreaterThan(0);
  for (const line of kept) {
    const { cases } = JSON.parse(line) as { cases: Case[] };
    expect(await differencesOf(stage, cases), line).toEqual([]);
  }
}, 120_000);

it('every read of the product is what a naive reading of the messages says', async () => {
  const { cases, found, pairs } = await explore(stage, {
    seed: 1,
    cases: CASES,
    size: 24,
    most: 1,
    plain: true,
  });
  expect(found.flatMap(({ difference, lines }) => [difference.read, ...lines])).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(CASES);
  expect(pairs.met / pairs.total).toBeGreaterThan(0.5);
}, 300_000);
