import { expect, test } from 'vitest';
import { noAnswer, type Result } from '../../lib/api/result.ts';
import { inHalves } from './in-halves.ts';

const ok = (data: string): Result<string> => ({
  ok: true,
  status: 200,
  data,
  headers: new Headers(),
  staleSince: null,
});
/** Answers with the ids, or 404 if one of them does not exist. */
function answering(gone: readonly number[]) {
  const requested: string[] = [];
  const read = async (ids: readonly number[]): Promise<Result<string>> => {
    requested.push(ids.join());
    return ids.some((id) => gone.includes(id)) ? { ...noAnswer(), status: 404 } : ok(ids.join());
  };
  return { requested, read };
}

test('complete data is read in one request', async () => {
  const { requested, read } = answering([]);
  expect(await inHalves([1, 2, 3], read)).toEqual([{ ids: [1, 2, 3], data: '1,2,3' }]);
  expect(requested).toEqual(['1,2,3']);
});

test('one that is gone leaves the others their curves', async () => {
  const { requested, read } = answering([3]);
  expect(await inHalves([1, 2, 3, 4], read)).toEqual([
    { ids: [1, 2], data: '1,2' },
    { ids: [3], data: null },
    { ids: [4], data: '4' },
  ]);
  expect(requested).toEqual(['1,2,3,4', '1,2', '3,4', '3', '4']);
});

test('a server that is away is not asked for the parts, and nothing counts as gone', async () => {
  let calls = 0;
  const away = async () => {
    calls++;
    return noAnswer();
  };
  expect(await inHalves([1, 2], away)).toEqual([]);
  expect(calls).toBe(1);
});
