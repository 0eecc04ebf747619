import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Case } from './cases/case.ts';
import { batches } from './cases/generate.ts';
import { explore } from './explore.ts';
import { NaiveBox } from './naive/naive.ts';
import { MUTANTS } from './planted.ts';
import { type Stage, startStage } from './product.ts';
import { differencesOf } from './run-cases.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const CORPUS = new URL('./corpus/found.jsonl', import.meta.url);
/** Always with the same seed: a failure here fails on every machine. */
const CASES = 240;

it('every mistake that must be found can be planted', () => {
  for (const { name, file, from } of MUTANTS) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(text.split(from), name).toHaveLength(2);
  }
});

const NOON = Date.UTC(2026, 10, 22, 12);
/**
 * For each rule of a case, when flapping began and ended while its measures were judged one after the other.
 */
function flappingOf(given: Case): string[] {
  const naive = new NaiveBox(given, NOON);
  for (const { messages } of given.rounds) for (const message of messages) naive.receive(message);
  return [...naive.rules].flatMap(([position, rules]) => {
    const turns = rules.states.map(() => '');
    const rows = naive.sorted(position);
    for (const [index] of rows.entries()) {
      rules.note();
      rules.judge(rows.slice(0, index + 1), 0);
      for (const [number, { flapping }] of rules.states.entries())
        if (turns[number]!.endsWith('flaps') !== flapping) turns[number] += flapping ? ' flaps' : ' rests';
    }
    return turns;
  });
}

it('among any hundred cases are some that flap, rest for a day and flap again', () => {
  for (const seed of [1, 2]) {
    const made = batches(seed, 50).take(2).toArray();
    const turns = made.flatMap(({ cases }) => cases).flatMap(flappingOf);
    expect(turns, `seed ${seed}`).toContain(' flaps rests flaps');
    expect(turns, `seed ${seed}`).toContain(' flaps rests');
  }
});

it('what failed once does not fail again', async () => {
  const kept = readFileSync(CORPUS, 'utf8').trim().split('\n');
  expect(kept.length).toBeGreaterThan(0);
  for (const line of kept) {
    const { cases } = JSON.parse(line) as { cases: Case[] };
    expect(await differencesOf(stage, cases), line).toEqual([]);
  }
});

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
});
