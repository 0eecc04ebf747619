import type { Db } from '../database/db.ts';

/** SHA-256 of boxes' passwords; null for a box that has none yet, nothing for an unknown serial number. */
export async function secretsOfBoxes(
  db: Db,
  serials: readonly string[],
): Promise<Map<string, Buffer | null>> {
  // PostgreSQL cannot be asked for U+0000; no box is called so.
  const asked = serials.filter((serial) => !serial.includes('\u0000'));
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('boxes')
    .select(['serial_number', 'secret_hash'])
    .where('serial_number', 'in', asked)
    .execute();
  return new Map(rows.map((row) => [row.serial_number, row.secret_hash]));
}
