import { expect, it } from 'vitest';
import { slowestOf } from './count-reporter.ts';

const fileOf = (relativeModuleId: string, duration: number) => ({
  relativeModuleId,
  diagnostic: () => ({ collectDuration: 400, setupDuration: 0, duration }),
});

it('names the files that took longest at the end of a run, fifteen at most', () => {
  const short = [fileOf('domain/short.test.ts', 100)];
  expect(slowestOf(short)).toEqual([]);
  expect(slowestOf([...short, fileOf('e2e/a.test.ts', 20_000), fileOf('e2e/b.test.ts', 61_000)])).toEqual([
    'slow: 61 s e2e/b.test.ts',
    'slow: 20 s e2e/a.test.ts',
  ]);
  const many = Array.from({ length: 40 }, (_, index) => fileOf(`e2e/${index}.test.ts`, 6000 + index));
  expect(slowestOf(many)).toHaveLength(15);
});
