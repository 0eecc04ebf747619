import { ifMatchOf } from '@aerowatch/contracts/version';
import { expect, test } from 'vitest';
import { failureOf, noAnswer, type Result } from '../../lib/api/result.ts';
import { changedFields } from '../../lib/changed.ts';
import { saveOver } from './save-over.ts';

interface Hook {
  id: number;
  updated_at: string;
  url: string;
  failed: number;
}
const shown: Hook = { id: 1, updated_at: '2026-01-01T00:00:00.000Z', url: 'https://a', failed: 0 };
const success = <T>(data: T): Result<T> => ({
  ok: true,
  status: 200,
  data,
  headers: new Headers(),
  staleSince: null,
});
/** A server that stores `stored`, and accepts only changes to that version. */
const saving = (stored: Hook, read: Result<Hook> = success(stored)) => ({
  written: ({ url }: Hook) => ({ url }),
  read: async () => read,
  send: async (etag: string): Promise<Result<string>> =>
    etag === ifMatchOf(stored) ? success('saved') : failureOf(412, new Headers(), {}),
});
const later = { ...shown, updated_at: '2026-01-01T00:01:00.000Z' };

test('is saved over the version that was shown', async () => {
  expect((await saveOver(shown, saving(shown))).result).toMatchObject({ ok: true, data: 'saved' });
});
test('is sent again where only what the form does not write has moved', async () => {
  expect((await saveOver(shown, saving({ ...later, failed: 3 }))).result).toMatchObject({ data: 'saved' });
});
test('gives what somebody else stored, and can then be saved over it', async () => {
  const stored = { ...later, url: 'https://theirs' };
  expect(await saveOver(shown, saving(stored))).toEqual({ result: null, theirs: stored });
  expect((await saveOver(stored, saving(stored))).result).toMatchObject({ data: 'saved' });
});
test('what cannot be read is said', async () => {
  expect((await saveOver(shown, saving(later, noAnswer()))).result).toMatchObject({ ok: false, status: 0 });
});
test('names the fields that differ, also those that one of both lacks', () => {
  expect(changedFields({ a: [1], b: 2 }, { a: [1, 2], b: 2, c: null })).toEqual(['a', 'c']);
});
