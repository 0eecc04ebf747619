import { type Db, type Trx, transaction } from '../database/db.ts';
import type { System } from '../viewer.ts';

/**
 * SHA-256 of the passwords that let boxes in: the present one and, for as long as both count, the one before.
 * An empty list for a box that has none yet, nothing for an unknown serial number.
 */
export async function secretsOfBoxes(
  db: Db,
  serials: readonly string[],
  now: Date,
): Promise<Map<string, Buffer[]>> {
  // PostgreSQL text cannot hold U+0000, so no box has it in its name.
  const possible = serials.filter((serial) => !serial.includes('\u0000'));
  if (possible.length === 0) return new Map();
  const rows = await db
    .selectFrom('boxes')
    .select(['serial_number', 'secret_hash', 'previous_secret_hash', 'previous_secret_until'])
    .where('serial_number', 'in', possible)
    .execute();
  return new Map(
    rows.map((row) => {
      const before = row.previous_secret_until !== null && row.previous_secret_until > now;
      return [
        row.serial_number,
        [row.secret_hash, before ? row.previous_secret_hash : null].filter((one) => one !== null),
      ];
    }),
  );
}

/** Replaces the password of a box; the one before counts until `until`, or no longer at all. */
export async function replaceSecret(trx: Trx, id: number, hash: Buffer, until: Date | null): Promise<void> {
  await trx
    .updateTable('boxes')
    .set((from) => ({
      secret_hash: hash,
      previous_secret_hash: until === null ? null : from.ref('secret_hash'),
      previous_secret_until: until,
    }))
    .where('id', '=', id)
    .execute();
}

/** Forgets passwords whose overlap has ended; the serial numbers of their boxes. */
export function endOverlaps(db: Db, _viewer: System, now: Date): Promise<string[]> {
  return transaction(db, async (trx) => {
    const rows = await trx
      .updateTable('boxes')
      .set({ previous_secret_hash: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now)
      .returning('serial_number')
      .execute();
    return rows.map(({ serial_number }) => serial_number);
  });
}
