import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { numberArray } from '../ingest/write/columns.ts';
import type { Row } from '../ingest/write/sort-measures.ts';

/** AEROs by `serial position`, for boxes with these serial numbers that the viewer may see. */
export async function aerosOfSerials(
  db: Db,
  viewer: Viewer,
  serials: readonly string[],
): Promise<Map<string, { aero: number; box: number }>> {
  if (serials.length === 0) return new Map();
  const rows = await db
    .selectFrom('aeros')
    .innerJoin('boxes', 'boxes.id', 'aeros.box_id')
    .where(visibleTo(viewer, 'boxes.client_id'))
    .where('boxes.serial_number', 'in', serials)
    .select(['aeros.id', 'aeros.position', 'boxes.id as box', 'boxes.serial_number'])
    .execute();
  return new Map(rows.map((row) => [`${row.serial_number} ${row.position}`, { aero: row.id, box: row.box }]));
}

/** Which of these rows are already stored, by AERO and time. */
export async function storedRows(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const result = await sql<{ number: number }>`
    with sent as materialized (
      select aero_id, to_timestamp(ms / 1000.0::float8) as time, number
      from unnest(${numberArray(rows.map((row) => row.aero))}::int[], ${numberArray(rows.map((row) => row.time))}::bigint[]) with ordinality as sent (aero_id, ms, number)),
    days as materialized (
      select aero_id, min(time) as first, max(time) as last from sent group by aero_id, date_trunc('day', time, 'UTC'))
    select sent.number::int as number
    from days cross join lateral measures_between(days.aero_id, days.first, days.last + interval '1 millisecond') as stored
    join sent on sent.aero_id = stored.aero_id and sent.time = stored.time`.execute(db);
  return result.rows.flatMap(({ number }) => rows[number - 1] ?? []);
}
