import { expect, it } from 'vitest';
import { playKills } from './torture/kills.ts';

it('ten kill −9 of server, database and worker: everything acknowledged is there once, rollups equal a recount', async () => {
  const { counts, broken } = await playKills(10);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(broken).toEqual([]);
}, 300_000);
