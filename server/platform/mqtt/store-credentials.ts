import type { Db } from '../database/db.ts';

/** SHA-256 of a box's password; null for a box that has none yet, undefined for an unknown serial number. */
export async function secretOfBox(db: Db, serial: string): Promise<Buffer | null | undefined> {
  const row = await db
    .selectFrom('boxes')
    .select('secret_hash')
    .where('serial_number', '=', serial)
    .executeTakeFirst();
  return row === undefined ? undefined : row.secret_hash;
}
