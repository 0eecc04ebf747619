import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { chainWaiting, prune } from '../platform/audit/store-chain.ts';
import { verifyChain } from '../platform/audit/verify.ts';
import { connect } from '../platform/database/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { makeLog } from '../platform/log/log.ts';
import { system } from '../platform/viewer.ts';
import { freshDatabase } from '../testing/fresh-database.ts';

const CHAIN = '0107-audit-chain';
/** More than the migration reads at once, so that a page follows a page. */
const ROWS = 2100;

it('what was written before the chain is in it, tells the same, and goes with retention by its head', async () => {
  const all = await readMigrations(new URL('.', import.meta.url).pathname);
  expect(all.map(({ name }) => name)).toContain(CHAIN);
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=public');
  const { db, close } = connect(url.href, makeLog('error'), { max: 1 });
  try {
    // The database comes migrated: it begins anew, as one of before.
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name < CHAIN),
    );
    const changes = {
      email: { from: 'ada@old.example', to: 'ada@new.example' },
      groups: { from: '1', to: '2' },
    };
    await sql`insert into audit (at, user_id, user_name, address, action, entity, entity_id, entity_name, changes)
      select now() - interval '1 day' * (${ROWS} - n), 7, 'Ada Byron', '192.0.2.7', 'update', case when n % 2 = 0 then 'users' else 'tags' end,
        n, 'ada@old.example', ${JSON.stringify(changes)}::jsonb from generate_series(1, ${ROWS}) n`.execute(
      db,
    );
    await migrate(db, all);
    const told = async (id: number) =>
      (
        await sql<
          Record<string, unknown>
        >`select user_name, address, entity_name, changes from audit_told where entity_id = ${id}`.execute(db)
      ).rows[0];
    const before = { user_name: 'Ada Byron', address: '192.0.2.7', entity_name: 'ada@old.example', changes };
    expect([await told(2), await told(3)]).toEqual([before, before]);
    // Of a person nothing but hashes stands in what is chained.
    const { rows } = await sql<{
      held: string;
    }>`select a::text as held from audit a where entity_id = 2`.execute(db);
    expect(rows[0]?.held).not.toMatch(/ada@|Ada/);
    while ((await chainWaiting(db as never, system)) > 0);
    const whole = await verifyChain(db as never);
    expect(whole).toMatchObject({ entries: ROWS, waiting: 0, problems: [] });
    expect(await prune(db as never, system)).toBe(0);
    await sql`update audit_settings set retention_days = 100`.execute(db);
    const gone = await prune(db as never, system);
    expect([gone >= ROWS - 102, gone <= ROWS - 98]).toEqual([true, true]);
    const rest = await verifyChain(db as never);
    expect(rest).toMatchObject({ entries: ROWS - gone, from: { seq: gone }, head: whole.head, problems: [] });
    await expect(sql`delete from audit_heads`.execute(db)).rejects.toThrow(/append-only/);
  } finally {
    await close();
    await database.drop();
  }
});
