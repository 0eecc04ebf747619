import { expect, it } from 'vitest';
import { makeShared } from './shared.ts';

it('computes once for all who ask meanwhile, and from what is true after they asked', async () => {
  const shared = makeShared<number>();
  let [state, made] = [1, 0];
  const make = async () => {
    made += 1;
    const seen = state;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return seen;
  };
  const first = shared('a', make);
  state = 2;
  const later = Array.from({ length: 10 }, () => shared('a', make));
  const other = shared('b', make);
  expect(await first).toBe(1);
  expect(await Promise.all([...later, other])).toEqual(Array(11).fill(2));
  expect(made).toBe(3);
  state = 3;
  expect(await shared('a', make)).toBe(3);
});

it('fails for those who asked then alone', async () => {
  const shared = makeShared<string>();
  const failing = shared('a', () => Promise.reject(new Error('no database')));
  const next = shared('a', async () => 'well');
  await expect(failing).rejects.toThrow('no database');
  expect(await next).toBe('well');
});
