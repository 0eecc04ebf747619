import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import { type Trx, transaction } from '../db.ts';

it('two transactions that lock the same rows in opposite order are both done', async () => {
  const server = await startTestServer({ env: { ROLES: 'web' } });
  try {
    const first = await server.createClient();
    const second = await server.createClient();
    let holding = 0;
    let tries = 0;
    const lock = (trx: Trx, id: number) =>
      sql`update clients set updated_at = now() where id = ${id}`.execute(trx);
    const both = (one: number, other: number) =>
      transaction(server.db, async (trx) => {
        tries += 1;
        await lock(trx, one);
        holding += 1;
        // Waits until the other transaction has locked its first row too: then each waits for the other.
        await expect.poll(() => holding, { interval: 5 }).toBeGreaterThan(1);
        await lock(trx, other);
        return one;
      });
    expect(await Promise.all([both(first.id, second.id), both(second.id, first.id)])).toEqual([
      first.id,
      second.id,
    ]);
    // Two calls, and a repetition; one more each time the loser takes its first row again before the other is woken.
    expect(tries).toBeGreaterThan(2);
  } finally {
    await server.stop();
  }
});

it('a transaction that loses every race ends with what the database said', async () => {
  const server = await startTestServer({ env: { ROLES: 'web' } });
  try {
    let tries = 0;
    await expect(
      transaction(server.db, async (trx) => {
        tries += 1;
        await sql`do $$ begin raise exception 'lost again' using errcode = '40P01'; end $$`.execute(trx);
      }),
    ).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(5);
  } finally {
    await server.stop();
  }
});
