import { expect, test } from 'vitest';
import { noAnswer, type Result } from '../api/result.ts';
import { inParts } from './in-parts.ts';

const ids = Array.from({ length: 24_000 }, (_, index) => index);
const ok = (data: number): Result<number> => ({
  ok: true,
  status: 200,
  data,
  headers: new Headers(),
  staleSince: null,
});

test('an act on more boxes than one request takes reaches each of them once', async () => {
  const sent: number[][] = [];
  const result = await inParts(ids, async (part) => {
    sent.push(part);
    return ok(part.length);
  });
  expect(sent.flat()).toEqual(ids);
  expect(result.ok && result.data).toEqual([10_000, 10_000, 4000]);
});
test('it ends at the first refusal', async () => {
  let calls = 0;
  const result = await inParts(ids, async (part) => {
    calls += 1;
    return calls === 2 ? noAnswer() : ok(part.length);
  });
  expect([calls, result.ok]).toEqual([2, false]);
});
