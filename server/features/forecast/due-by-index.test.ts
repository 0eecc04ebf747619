/** The rows that a job reads for an item do not grow with the fleet. */
import { expect, it } from 'vitest';
import { fillFleet, rowsRead } from '../../../testing/store-fleet.ts';
import { testServer } from '../../../testing/test-server.ts';
import { transaction } from '../../platform/database/db.ts';
import { clientFactors } from './issue/store-due.ts';
import { neighboursOnLine } from './issue/store-neighbours.ts';

const server = await testServer({ modules: [] });
const { db } = server;
const client = (await server.createClient()).id;

/** Rows that each query reads, with a fleet of 2,000 boxes and one of 12,000. */
async function readBy(prefix: string, count: number) {
  const { aeros } = await fillFleet(db, count, { client, prefix });
  const neighbours = await rowsRead(db, (trx) => neighboursOnLine(trx, aeros.at(-1)!));
  // The first read after a change computes the sum.
  await transaction(db, (trx) => clientFactors(trx, [client]));
  const factors = await rowsRead(db, (trx) => clientFactors(trx, [client]));
  return { neighbours, factors };
}

it('reads as many rows in a fleet of 12,000 boxes as of 2,000', async () => {
  const small = await readBy('FEW', 2000);
  const large = await readBy('MANY', 10_000);
  for (const [query, rows] of Object.entries(large))
    expect(rows, query).toBeLessThanOrEqual(small[query as keyof typeof small] * 1.2 + 20);
});

it('follows an AERO and its box to another line, conductor and client', async () => {
  const other = (await server.createClient()).id;
  const { boxes, aeros } = await fillFleet(db, 120, { client: other, prefix: 'MOVED' });
  const [own] = aeros as [number];
  const line = (
    await db.selectFrom('boxes').select('line').where('id', '=', boxes[0]!).executeTakeFirstOrThrow()
  ).line;
  const known = async () => (await neighboursOnLine(db, own)).length;
  // Three boxes of two AEROs on each line.
  expect(await known()).toBe(5);
  await db.updateTable('boxes').set({ line }).where('id', '=', boxes[1]!).execute();
  await db.updateTable('aeros').set({ line: '' }).where('box_id', '=', boxes[1]!).execute();
  expect(await known()).toBe(7);
  const [first] = aeros.slice(2) as [number];
  await db.updateTable('aeros').set({ conductor_type: 'cable' }).where('id', '=', first).execute();
  expect(await known()).toBe(6);
  await db
    .updateTable('aeros')
    .set({ conductor_type: 'wire', line: 'elsewhere' })
    .where('id', '=', first)
    .execute();
  expect(await known()).toBe(6);
  await db.updateTable('boxes').set({ client_id: client }).where('id', '=', boxes[1]!).execute();
  expect(await known()).toBe(5);
  await db
    .updateTable('aero_standings')
    .set({ unavailable: 'silent' })
    .where('aero_id', '=', aeros[1]!)
    .execute();
  expect(await known()).toBe(4);
});

it('counts the AEROs of a client that learn together as they come, go, fall silent and move', async () => {
  const [from, to] = [(await server.createClient()).id, (await server.createClient()).id];
  const { boxes, aeros } = await fillFleet(db, 3, { client: from, prefix: 'COUNTED' });
  const counts = async () =>
    (await transaction(db, (trx) => clientFactors(trx, [from, to]))).map((one) => [one.client, one.aeros]);
  expect(await counts()).toEqual([
    [from, 6],
    [to, 0],
  ]);
  const silent = db.updateTable('aero_standings').where('aero_id', '=', aeros[0]!);
  await silent.set({ unavailable: 'silent' }).execute();
  await db.deleteFrom('aeros').where('id', '=', aeros[1]!).execute();
  expect((await counts())[0]).toEqual([from, 4]);
  await silent.set({ unavailable: null }).execute();
  await db.updateTable('boxes').set({ client_id: to }).where('id', '=', boxes[0]!).execute();
  await db.updateTable('boxes').set({ client_id: null }).where('id', '=', boxes[1]!).execute();
  expect(await counts()).toEqual([
    [from, 2],
    [to, 1],
  ]);
});
