import { perMetric } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/db.ts';
import type { TestServer } from '../start-test-server.ts';
import { makeBox, next, type Side } from './store-things.ts';

/** Text in every field of the foreign client: no other client may ever read it. */
export const CANARY = 'Zugspitze';
/** Foreign ids start here, so that they are recognized in any answer. */
const FOREIGN_IDS = 777_000_001;
export const FOREIGN_ID = /\b777000\d{3}\b/;

/** A client with a box, two AEROs, measures and a day's counts. */
export async function makeSide(server: TestServer, mark: string): Promise<Side> {
  const { db } = server;
  const { id: client } = await server.createClient(`${mark} ${next()}`);
  const { id: box, aeroIds: aeros } = await makeBox(server, { client, mark });
  const now = new Date();
  for (const aero_id of aeros) {
    const values = {
      aero_id,
      time: now,
      received_at: now,
      ...perMetric(() => 14),
    };
    await db.insertInto('measures').values(values).execute();
    await db.insertInto('measure_latest').values(values).execute();
    await db
      .insertInto('diagnostics')
      .values({ aero_id, day: now.toISOString().slice(0, 10), verdict: 'unknown', findings: '[]' as never })
      .execute();
  }
  await db
    .insertInto('box_day_counts')
    .values({ day: now.toISOString().slice(0, 10), box_id: box, count: 2 })
    .execute();
  return { client, mark, box, aeros };
}

/** Runs `make` so that every new id is a foreign one. */
export async function withForeignIds<T>(db: Db, make: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' and data_type = 'integer'`.execute(db);
  const restart = async (from: (table: string, column: string) => Promise<number>) => {
    for (const { name, column } of rows)
      await sql`alter table ${sql.table(name)} alter column ${sql.ref(column)} restart with ${sql.lit(await from(name, column))}`.execute(
        db,
      );
  };
  await restart(async () => FOREIGN_IDS);
  try {
    return await make();
  } finally {
    await restart(async (table, column) => {
      const found = await sql<{
        most: number;
      }>`select coalesce(max(${sql.ref(column)}), 0)::int as most from ${sql.table(table)} where ${sql.ref(column)} < ${FOREIGN_IDS}`.execute(
        db,
      );
      return (found.rows[0]?.most ?? 0) + 1;
    });
  }
}

/** All rows with a foreign id or a foreign client, as one text: it must be the same after the walk. */
export async function foreignRows(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'integer' and (column_name = 'id' or column_name like '%\\_id')
      and table_name not in ('audit', 'audit_personal', 'audit_told', 'change_events', 'tokens')
    group by table_name order by table_name`.execute(db);
  const parts: string[] = [];
  for (const { name, columns } of tables) {
    const isForeign = sql.join(
      columns.map((column) => sql`${sql.ref(column)} >= ${FOREIGN_IDS}`),
      sql` or `,
    );
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(t)::text as row from ${sql.table(name)} t where ${isForeign} order by 1`.execute(db);
    parts.push(`${name}: ${rows.length}\n${rows.map((one) => one.row).join('\n')}`);
  }
  return parts.join('\n');
}

export async function aerosOf(db: Db, box: number): Promise<number[]> {
  const rows = await db
    .selectFrom('aeros')
    .select('id')
    .where('box_id', '=', box)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.id);
}
