import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestBatch } from './ingest-batch.ts';
import { readUplink } from './read/read-uplink.ts';

const server = await testServer({ modules: [] });

it('two processes that store the same measures at the same moment store each once, and count each twice', async () => {
  const boxes = [await server.createBox(), await server.createBox(), await server.createBox()];
  const start = Math.floor(Date.now() / 1000) - 86_400;
  const rounds = 25;
  for (let round = 0; round < rounds; round += 1) {
    const reads = boxes.map(({ serial }) => {
      const part = { aero: 1, t0: start + round * 600, dt: [0, 60, 60], stroke: [1, 2, 3] };
      const payload = Buffer.from(JSON.stringify({ v: 1, aeros: [part] }));
      return readUplink({ serial, topic: `boxes/${serial}/measures`, payload }, new Map(), Date.now());
    });
    const settled: unknown[] = [];
    const commit = (mine: typeof reads) =>
      ingestBatch(server.parts, mine, (_read, error) => settled.push(error ?? 'done'));
    // In opposite orders, so that locks conflict as badly as possible.
    await Promise.all([commit(reads), commit(reads.toReversed()), commit(reads)]);
    expect(settled).toEqual(Array(9).fill('done'));
  }
  for (const box of boxes) {
    const rows = await server.db
      .selectFrom('measures')
      .where('aero_id', '=', box.aeroIds[0] ?? 0)
      .selectAll()
      .execute();
    expect(rows).toHaveLength(rounds * 3);
    const ledger = await server.db
      .selectFrom('box_ledgers')
      .where('box_id', '=', box.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(ledger).toMatchObject({
      received: rounds * 9,
      stored: rounds * 3,
      duplicates: rounds * 6,
      conflicts: 0,
      set_aside: 0,
    });
    const counts = await server.db
      .selectFrom('box_day_counts')
      .where('box_id', '=', box.id)
      .selectAll()
      .execute();
    expect(counts.reduce((sum, row) => sum + row.count, 0)).toBe(rounds * 3);
  }
});
