import { afterAll, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { PREPARED_HINT, PreparingClient } from './prepared-statements.ts';

const server = await testServer({ modules: [] });
const client = new PreparingClient({ connectionString: server.databaseUrl });
await client.connect();
afterAll(() => client.end());

it('keeps marked statements, and no more of them than a connection can hold', async () => {
  const kept = async () =>
    (await client.query('select count(*)::int as n from pg_prepared_statements')).rows[0].n;
  for (const times of [1, 2, 3]) {
    const { rows } = await client.query(`${PREPARED_HINT} select $1::int * 2 as twice`, [times]);
    expect(rows).toEqual([{ twice: times * 2 }]);
  }
  expect((await client.query('select $1::int * 2 as twice', [4])).rows).toEqual([{ twice: 8 }]);
  expect(await kept()).toBe(1);
  for (let n = 0; n < 100; n += 1)
    expect((await client.query(`${PREPARED_HINT} select ${n} + $1::int as sum`, [1])).rows).toEqual([
      { sum: n + 1 },
    ]);
  expect(await kept()).toBe(48);
});
