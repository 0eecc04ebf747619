import { sql } from 'kysely';
import { sameBytes } from '../crypto/secrets.ts';
import { type Db, type Trx, transaction } from '../database/db.ts';
import type { System } from '../viewer.ts';

/** The identity of a box and what admits it at present. */
export interface Credentials {
  readonly box: number;
  readonly serial: string;
  readonly client: number | null;
  /** SHA-256 of its passwords: the present one and, while both are valid, the previous one; may be empty. */
  readonly secrets: readonly Buffer[];
  /** It came by itself and has no client yet. */
  readonly waits: boolean;
  /** It waits, and has sent all that is kept until then. */
  readonly full: boolean;
}
/** The proof with which a connection was admitted; without a secret for one by certificate. */
export interface Proof {
  readonly box: number;
  readonly serial: string;
  readonly client: number | null;
  readonly secret: Buffer | null;
  readonly waits: boolean;
}

/** Measures kept of a box that waits for a client; it keeps the rest itself. */
export const MOST_OF_WAITING = 5000;

/** Whether the box still has the same name and client, and the password is still valid. */
export function isStillTrue(proof: Proof, now: Credentials | undefined): boolean {
  if (now === undefined || now.full || now.serial !== proof.serial || now.client !== proof.client)
    return false;
  const { secret } = proof;
  return secret === null || now.secrets.some((one) => sameBytes(one, secret));
}

const credentials = (db: Db) =>
  db
    .selectFrom('boxes')
    .leftJoin('waiting_boxes as w', 'w.box_id', 'boxes.id')
    .select([
      'boxes.id as id',
      'serial_number',
      'client_id',
      'secret_hash',
      'previous_secret_hash',
      'previous_secret_until',
      sql<boolean>`w.box_id is not null and client_id is null`.as('waits'),
      sql<boolean>`w.box_id is not null and client_id is null and exists (select from box_ledgers l
        where l.box_id = boxes.id and l.received >= ${sql.lit(MOST_OF_WAITING)})`.as('full'),
    ]);

async function read(query: ReturnType<typeof credentials>, now: Date): Promise<Credentials[]> {
  return (await query.execute()).map((row) => {
    const before = row.previous_secret_until !== null && row.previous_secret_until > now;
    return {
      box: row.id,
      serial: row.serial_number,
      client: row.client_id,
      waits: row.waits,
      full: row.full,
      secrets: [row.secret_hash, before ? row.previous_secret_hash : null].filter((one) => one !== null),
    };
  });
}

export async function credentialsBySerial(
  db: Db,
  serials: readonly string[],
  now: Date,
): Promise<Map<string, Credentials>> {
  // PostgreSQL text cannot hold U+0000, so no box has it in its name.
  const possible = serials.filter((serial) => !serial.includes('\u0000'));
  if (possible.length === 0) return new Map();
  const found = await read(credentials(db).where('serial_number', 'in', possible), now);
  return new Map(found.map((one) => [one.serial, one]));
}

export async function credentialsByBox(
  db: Db,
  boxes: readonly number[],
  now: Date,
): Promise<Map<number, Credentials>> {
  const found = await read(credentials(db).where('boxes.id', 'in', boxes), now);
  return new Map(found.map((one) => [one.box, one]));
}

/** Notes that hardware which was replaced still connects, proven by its former password; false: it is another. */
export async function noteRetired(db: Db, serial: string, hash: Buffer, now: Date): Promise<boolean> {
  if (serial.includes('\u0000')) return false;
  const result = await db
    .updateTable('box_hardware')
    .set((from) => ({ refused_count: from('refused_count', '+', 1), refused_at: now }))
    .where('serial_number', '=', serial)
    .where('secret_hash', '=', hash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces the password of a box; the previous one is valid until `until`, or no longer at all. */
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

/**
 * Deletes passwords whose overlap has ended, which closes the connections they opened; returns the ids of
 * their boxes.
 */
export function endOverlaps(db: Db, _viewer: System, now: Date): Promise<number[]> {
  return transaction(db, async (trx) => {
    const rows = await trx
      .updateTable('boxes')
      .set({ previous_secret_hash: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });
}
