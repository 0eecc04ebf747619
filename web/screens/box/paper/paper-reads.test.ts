import { expect, test, vi } from 'vitest';
import { noAnswer } from '../../../lib/api/result.ts';
import { joined, type PaperRead, stateOfPaper } from './paper-reads.ts';

const read = (data?: number[], failure?: PaperRead<unknown>['failure']) => ({
  data,
  failure,
  onRetry: vi.fn(),
});
const failure = noAnswer();

test('a paper prints itself only where nothing of it failed', () => {
  expect(stateOfPaper([read([1]), read()])).toBe('waiting');
  expect(stateOfPaper([read(undefined, failure), read()])).toBe('waiting');
  expect(stateOfPaper([read(undefined, failure), read([])])).toBe('lacking');
  // Data that was read earlier and could not be read again is not current.
  expect(stateOfPaper([read([1], failure), read([])])).toBe('lacking');
  expect(stateOfPaper([read([1]), read([])])).toBe('whole');
});
test('a list of which half could not be read is no list, and what failed is asked again', () => {
  expect(joined(read([1]), read([2])).data).toEqual([1, 2]);
  expect(joined(read([1]), read()).data).toBeUndefined();
  const [opened, archived] = [read([]), read(undefined, failure)];
  const both = joined(opened, archived);
  expect([both.data, both.failure]).toEqual([undefined, failure]);
  both.onRetry();
  expect([opened.onRetry.mock.calls.length, archived.onRetry.mock.calls.length]).toEqual([0, 1]);
});
