import type { HandOver } from '@aerowatch/contracts/api/boxes';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { CHOSEN } from './hand-over.ts';

/** The rows of a table for a box. */
const ofBox = (by: 'box_id' | 'aero_id', box: number) =>
  by === 'box_id' ? sql`t.box_id = ${box}` : sql`t.aero_id in (select id from aeros where box_id = ${box})`;

/**
 * Removes what people of the old client wrote about a box that moves, except what is handed over, and
 * restores what the new client once left. The comment of the box is a note.
 */
export async function handOver(
  trx: Trx,
  { id, client_id }: { id: number; client_id: number | null },
  newClient: number | null,
  handed: readonly HandOver[],
): Promise<void> {
  for (const { table, by, handedOver, needed } of CHOSEN) {
    if (handed.includes(handedOver)) continue;
    const stays = needed === undefined ? sql`false` : sql.raw(needed);
    await sql`
      with gone as (delete from ${sql.table(table)} t where ${ofBox(by, id)} and not (${stays}) returning to_jsonb(t) as row)
      insert into box_left_behind (box_id, client_id, of_table, row) select ${id}::integer, ${client_id}::integer, ${table}, row from gone`.execute(
      trx,
    );
    if (needed !== undefined)
      await sql`update ${sql.table(table)} t set user_id = null where ${ofBox(by, id)}`.execute(trx);
  }
  if (!handed.includes('notes'))
    await sql`
      with before as (select comment from boxes where id = ${id}),
      left_behind as (
        insert into box_left_behind (box_id, client_id, of_table, row)
        select ${id}::integer, ${client_id}::integer, 'boxes', jsonb_build_object('comment', comment) from before where comment <> '')
      update boxes set comment = '' where id = ${id}`.execute(trx);
  await putBack(trx, id, newClient);
}

async function putBack(trx: Trx, id: number, client: number | null): Promise<void> {
  const mine = sql`l.box_id = ${id} and l.client_id is not distinct from ${client}::integer`;
  for (const { table, names, required = [] } of CHOSEN) {
    // Rows that it refers to may have been deleted in the meantime.
    const known = Object.entries(names).map(
      ([column, of]) =>
        sql`jsonb_build_object(${column}::text, (select n.id from ${sql.table(of)} n where n.id = (l.row->>${column})::integer))`,
    );
    const whole = required.map(
      (column) =>
        sql`exists (select from ${sql.table(names[column]!)} n where n.id = (l.row->>${column})::integer)`,
    );
    await sql`
      insert into ${sql.table(table)} overriding system value
      select r.* from box_left_behind l cross join lateral jsonb_populate_record(null::${sql.table(table)}, ${sql.join([sql`l.row`, ...known], sql` || `)}) r
      where ${mine} and l.of_table = ${table} and ${sql.join([sql`true`, ...whole], sql` and `)}
      on conflict do nothing`.execute(trx);
  }
  await sql`update boxes set comment = l.row->>'comment' from box_left_behind l
    where boxes.id = ${id} and boxes.comment = '' and ${mine} and l.of_table = 'boxes'`.execute(trx);
  await sql`delete from box_left_behind l where ${mine}`.execute(trx);
}
