import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../access-walk/call.ts';
import { become, freshSample, makeWorld, ownTarget, type World } from '../access-walk/walk.ts';
import { startTestServer } from '../start-test-server.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld(
    await startTestServer({ env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' } }),
  );
});
afterAll(() => world?.server.stop());

const NAMES = { first_name: 'Quetzalli', last_name: 'Xochitl' };
const NAMED = 'quetzalli|xochitl';

/** Columns that contain one of the names, one row per table. */
async function whereNamed(): Promise<string[]> {
  const { db } = world.server;
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const telling: string[] = [];
  for (const { name } of rows) {
    const found = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where t::text ~* ${NAMED} limit 1`.execute(db);
    telling.push(...found.rows.map(({ row }) => `${name}: ${row}`));
  }
  return telling;
}

it('no table names a user whose account is deleted, whatever they did', async () => {
  const { db, url, admin } = world.server;
  const people: number[] = [];
  for (const endpoint of ENDPOINTS.filter(({ method, level }) => method !== 'GET' && level !== 'visitor')) {
    const caller = await become(world, endpoint.level === 'admin' ? 'admin' : 'privileged');
    const email = `quetzalli-${caller.userId}@example.com`;
    await db
      .updateTable('users')
      .set({ ...NAMES, email })
      .where('id', '=', caller.userId)
      .execute();
    const sample = await freshSample(world, endpoint, caller.userId);
    await call(url, endpoint, await ownTarget(world, endpoint, caller), sample, caller.authorization);
    people.push(caller.userId);
  }
  // The check finds names before a user is deleted: the walk writes them into many tables.
  expect((await whereNamed()).length).toBeGreaterThan(3);
  for (const id of people) {
    const { status } = await admin.api.delete(`/users/${id}/`);
    expect([204, 404]).toContain(status);
  }
  expect(await whereNamed()).toEqual([]);
});
