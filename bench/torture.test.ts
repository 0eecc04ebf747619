import { expect, it } from 'vitest';
import { playKills } from './torture/kills.ts';

it('fifteen kill −9 of server, database and worker: everything acknowledged is there once, rollups and API equal a recount', async () => {
  // Forty lanes of boxes send at every kill; as fast as they can, they would take the machine from other tests.
  const { counts, broken } = await playKills(15, 60);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(broken).toEqual([]);
});
