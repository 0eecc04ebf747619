import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { ask } from '../../testing/plain-query.ts';
import { serverRoleOf } from '../../testing/server-role.ts';
import { appendWaiting, prune } from '../platform/audit/store-chain.ts';
import { verifyChain } from '../platform/audit/verify.ts';
import { connect } from '../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { grantServerRole } from '../platform/database/store-server-role.ts';
import { makeLog } from '../platform/log/log.ts';
import { system } from '../platform/viewer.ts';

const CHAIN = '0107-audit-chain';
/** More than the migration reads at once, so that it needs several pages. */
const ROWS = 2100;

it('what was written before the chain is in it, tells the same, and goes with retention by its head', async () => {
  const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
  expect(all.map(({ name }) => name)).toContain(CHAIN);
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=public');
  const { db, close } = connect(url.href, makeLog('error'), { max: 1 });
  try {
    // The test database is already migrated: it is recreated as an earlier version.
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
    const entryOf = async (id: number) =>
      (
        await sql<
          Record<string, unknown>
        >`select user_name, address, entity_name, changes from audit_told where entity_id = ${id}`.execute(db)
      ).rows[0];
    const before = { user_name: 'Ada Byron', address: '192.0.2.7', entity_name: 'ada@old.example', changes };
    expect([await entryOf(2), await entryOf(3)]).toEqual([before, before]);
    // The chained data contains only hashes of personal data.
    const { rows } = await sql<{
      held: string;
    }>`select a::text as held from audit a where entity_id = 2`.execute(db);
    expect(rows[0]?.held).not.toMatch(/ada@|Ada/);
    while ((await appendWaiting(db as never, system)).count > 0);
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

it('a database that the server owned before gets a role that can only add to its log, and reads what is there', async () => {
  const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
  const database = await freshDatabase();
  const { db, close } = connect(database.url, makeLog('error'), { max: 1 });
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name < CHAIN),
    );
    await sql`insert into clients (name) values ('Before')`.execute(db);
    await sql`insert into audit (user_name, action, entity, entity_id, entity_name, changes)
      select 'Ada', 'update', 'tags', n, 'old', '{}' from generate_series(1, 20) n`.execute(db);
    await migrate(db, all);
    const own = await serverRoleOf(database.url);
    await grantServerRole(db, decodeURIComponent(new URL(own).username));
    const role = (statement: string) => ask<Record<string, unknown>>(own, statement);
    expect(await role('select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    expect(await role('select count(*)::int from pg_class where relowner = current_user::regrole')).toEqual([
      { count: 0 },
    ]);
    expect(await role('select name from clients')).toEqual([{ name: 'Before' }]);
    expect(await role('select count(*)::int from audit_told')).toEqual([{ count: 20 }]);
    await role("update clients set name = 'After'");
    for (const statement of ['update audit set action = action', 'delete from audit', 'truncate audit'])
      await expect(role(statement), statement).rejects.toThrow(/permission denied/);
    while ((await appendWaiting(db as never, system)).count > 0);
    expect(await verifyChain(db as never)).toMatchObject({ entries: 20, problems: [] });
  } finally {
    await close();
    await database.drop();
  }
});
