/** Words of three letters and more are found by index, in a database that has pg_trgm and in one that has not. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillFleet, rowsRead } from '../../../testing/store-fleet.ts';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { indexSearch } from '../../store-search-indexes.ts';
import { searchEverything } from './store.ts';

const { db, createClient } = await testServer({ modules: [] });
const client = (await createClient()).id;
const TYPED = [
  'FEW-000123',
  'few-00012',
  'Box 77',
  '830007 12',
  '7/12',
  'FEW-000123/1',
  'PK 3',
  'V2',
  'nowhere',
];

const find = (typed: string) =>
  searchEverything(db, system, { words: typed.split(' '), language: 'en', limit: 20 });
const read = (typed: string) =>
  rowsRead(db, (trx) =>
    searchEverything(trx, system, { words: typed.split(' '), language: 'en', limit: 20 }),
  );

it('finds the same with and without the index, and reads what it finds with it', async () => {
  const { boxes } = await fillFleet(db, 500, { client, prefix: 'FEW' });
  await sql`drop index if exists box_words_parts, aeros_parts`.execute(db);
  const plain = await Promise.all(TYPED.map(find));
  expect(TYPED.filter((_, at) => plain[at]!.length === 0)).toEqual(['nowhere']);
  expect(await indexSearch(db)).toBeUndefined();
  // Starts a second time without an error.
  expect(await indexSearch(db)).toBeUndefined();
  expect(await Promise.all(TYPED.map(find))).toEqual(plain);
  await fillFleet(db, 10_000, { client, prefix: 'OTHER' });
  await sql`vacuum analyze box_words`.execute(db);
  for (const typed of ['FEW-000123', 'nowhere', 'PK 1234'])
    expect(await read(typed), typed).toBeLessThan(500);
  await db.updateTable('boxes').set({ name: 'Tunnel mouth' }).where('id', '=', boxes[7]!).execute();
  expect((await find('nel mou')).map(({ id, type }) => [type, id])).toEqual([['box', boxes[7]]]);
});

it('says why there is no index where the extension is refused', async () => {
  await sql`drop extension if exists pg_trgm cascade`.execute(db);
  await sql`create role reader nologin`.execute(db).catch(() => undefined);
  await db.connection().execute(async (connection) => {
    await sql`set role reader`.execute(connection);
    expect(await indexSearch(connection)).toMatch(/permission denied/);
    await sql`reset role`.execute(connection);
  });
  expect((await find('FEW-000123')).length).toBeGreaterThan(0);
});
