import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Texts which say that nothing of what was typed is lost, and the test that shows it. */
const PROMISES: Readonly<Record<string, string>> = {
  'Your session has ended. Sign in again: nothing you typed is lost.': 'e2e/work.test.ts',
  'None of your changes is lost. Fields that only they changed take their value; where both of you changed the same field, choose.':
    'web/screens/box-edit/merge.test.ts',
};
const PROMISES_IT =
  /(nothing|none|all|what)\b[^.']*\b(you|yours?|typed?|changes)\b[^.']*\b(lost|kept|stays?|safe)\b/i;
const ROOT = new URL('../', import.meta.url);

it('that nothing typed is lost is said only where a test shows it', () => {
  const texts = globSync('en/*.ts', { cwd: new URL('./', import.meta.url) }).flatMap((file) =>
    [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/'((?:[^'\\]|\\.)+)'|"([^"]+)"/g)].map(
      ([, single, double]) => single ?? double ?? '',
    ),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => PROMISES_IT.test(text)).toSorted()).toEqual(Object.keys(PROMISES).toSorted());
  for (const test of Object.values(PROMISES)) expect(existsSync(new URL(test, ROOT)), test).toBe(true);
  // What 2.6 said while the network was away, and a reload lost it.
  for (const planted of [
    'Check the network and try again. Nothing you typed is lost.',
    'The server cannot be reached at the moment. What you type stays here.',
  ])
    expect(PROMISES_IT.test(planted)).toBe(true);
});
