import { expect, it } from 'vitest';
import { playKills } from './torture/kills.ts';

it('five kill −9 of server, database and worker: everything acknowledged is there once, rollups and API equal a recount', async () => {
  // Each is killed once at least, at a moment of chance; `npm run torture` goes on for as long as is wanted. Forty
  // lanes of boxes send at every kill; as fast as they can, they would take the machine from other tests.
  const { counts, broken } = await playKills(5, 60);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(broken).toEqual([]);
});
