/** What needs attention is found by its causes: boxes that need none cost nothing. */
import { expect, it } from 'vitest';
import { fillAlerts, fillFleet, rowsRead } from '../../../testing/store-fleet.ts';
import { fillDay } from '../../../testing/store-fleet-day.ts';
import { testServer } from '../../../testing/test-server.ts';
import { viewerOf } from '../../platform/viewer.ts';
import { changesSince } from './store-changes.ts';
import { morningRows } from './store-morning.ts';

const server = await testServer({ modules: [] });
const { db } = server;
const client = (await server.createClient()).id;
const { id } = await server.createUser({ client });

it('reads as many rows with 10,000 more boxes that are well', async () => {
  const user = await db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const viewer = viewerOf({ ...user, groups: [] }, null);
  const few = await fillFleet(db, 300, { client, prefix: 'FEW' });
  await fillDay(db, few, client);
  const { id: supervisor } = await db
    .insertInto('supervisors')
    .values({ name: 'cold', client_id: client })
    .returning('id')
    .executeTakeFirstOrThrow();
  await fillAlerts(db, few.aeros.slice(0, 5), { client, supervisor });
  const now = new Date();
  const since = new Date(now.getTime() - 3 * 86_400_000);
  const works = {
    morning: () => rowsRead(db, (trx) => morningRows(trx, viewer, undefined, now)),
    changes: () => rowsRead(db, (trx) => changesSince(trx, viewer, undefined, since, now)),
  };
  const before = [await works.morning(), await works.changes()];
  const rows = await morningRows(db, viewer, undefined, now);
  expect(new Set(rows.flatMap(({ reasons }) => reasons)).size).toBe(6);
  await fillFleet(db, 10_000, { client, prefix: 'WELL' });
  expect(await morningRows(db, viewer, undefined, now)).toEqual(rows);
  const after = [await works.morning(), await works.changes()];
  for (const [at, count] of after.entries()) expect(count).toBeLessThanOrEqual(before[at]! * 1.5 + 50);
});
