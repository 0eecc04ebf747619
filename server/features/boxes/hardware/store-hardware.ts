import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import type { BoxRow } from '../store.ts';

/** A period of former hardware; `since` null: from the beginning. */
export interface FormerHardware {
  id: number;
  serial_number: string;
  since: Date | null;
  until: Date;
  ended_at: Date;
  undone: boolean;
  secret_hash: Buffer | null;
  reported: Record<string, unknown> | null;
  reported_version: number | null;
  reported_at: Date | null;
  hardware_version: string | null;
  refused_count: number;
  refused_at: Date | null;
  user_name: string | null;
}

/** Former hardware of a box that the caller has read, oldest first. */
export async function formerHardware(db: Db, box: number): Promise<FormerHardware[]> {
  const { rows } = await sql<FormerHardware>`
    select h.*, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as user_name
    from box_hardware h left join users u on u.id = h.ended_by where h.box_id = ${box} order by h.id`.execute(
    db,
  );
  return rows;
}

interface Ending {
  readonly since: Date | null;
  readonly until: Date;
  readonly at: Date;
  readonly user: number | null;
  readonly undone: boolean;
}

/** Keeps what the present hardware was, for its period and for undoing. */
export async function endHardware(trx: Trx, row: BoxRow, ending: Ending): Promise<void> {
  await trx
    .insertInto('box_hardware')
    .values({
      box_id: row.id,
      serial_number: row.serial_number,
      since: ending.since,
      until: ending.until,
      ended_at: ending.at,
      ended_by: ending.user,
      undone: ending.undone,
      secret_hash: row.secret_hash,
      reported: row.reported === null ? null : JSON.stringify(row.reported),
      reported_version: row.reported_version,
      reported_at: row.reported_at,
      hardware_version: row.hardware_version,
    })
    .execute();
}

/** Stored measures of a box later than `at`. */
export async function measuresSince(trx: Trx, box: number, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from aeros a
    cross join lateral measures_between(a.id, ${at}, 'infinity') as m
    where a.box_id = ${box} and m.time > ${at}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Whether anything was stored of a box. */
export async function hasMeasures(trx: Trx, box: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from aeros a join measure_latest l on l.aero_id = a.id where a.box_id = ${box}) as has`.execute(
    trx,
  );
  return rows[0]?.has === true;
}

/** The box of this serial number, locked, whoever may see it. */
export async function boxOfSerial(trx: Trx, serial: string): Promise<BoxRow | undefined> {
  return trx
    .selectFrom('boxes')
    .selectAll()
    .where('serial_number', '=', serial)
    .forUpdate()
    .executeTakeFirst();
}
