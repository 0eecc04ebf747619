import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

const soon = () => new Promise((done) => setTimeout(done, 1));

test('what is written during a run is done when its own promise is', async () => {
  const written = ['first'];
  const sent: string[] = [];
  let runs = 0;
  const flush = inTurns(async () => {
    runs += 1;
    const found = written.splice(0);
    await soon();
    sent.push(...found);
  });
  const first = flush();
  written.push('second');
  const second = flush();
  written.push('third');
  const third = flush();
  await first;
  expect(sent).toEqual(['first']);
  await second;
  expect(sent).toEqual(['first', 'second', 'third']);
  await third;
  expect(runs).toBe(2);
});
test('a run that fails ends the wait, and the next one begins', async () => {
  let fails = true;
  const flush = inTurns(async () => {
    await soon();
    if (fails) throw new Error('no network');
  });
  const both = [flush(), flush()];
  fails = false;
  await Promise.all(both);
  await flush();
});
