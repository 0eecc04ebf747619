import { expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { expectedCounts, roundTrip } from './testing-cmms.ts';

const server = await testServer({ env: { ROLES: 'web', WEBHOOK_PRIVATE: 'true' }, checkAnswers: false });

// The same with 1,000 is a row of `npm run bench`.
it('40 findings → 40 orders → a maintenance system that is away, fails, hangs and loses answers → 40 verdicts', async () => {
  const { orders, once, calls, precision } = await roundTrip(server, 40, 4);
  expect([orders, once]).toEqual([40, 40]);
  expect(calls).toBeGreaterThan(44);
  expect(precision).toEqual({ ...expectedCounts(40), open: 0 });
});
