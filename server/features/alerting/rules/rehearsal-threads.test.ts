import { expect, test } from 'vitest';
import { system } from '../../../platform/viewer.ts';
import { makeRehearse } from './rehearsal-threads.ts';

test('a rehearsal without its database is unavailable for now, and no fault of the console', async () => {
  const rehearse = makeRehearse('postgres://nobody@127.0.0.1:1/none');
  const body = {
    supervisor: { name: 'Heat', client: 1, aeros: [1], conditions: [] },
    from: new Date('2026-01-01T00:00:00Z'),
    to: new Date('2026-01-02T00:00:00Z'),
  };
  await expect(
    rehearse({ viewer: system, body: body as never }, new AbortController().signal),
  ).rejects.toMatchObject({ status: 503 });
});
