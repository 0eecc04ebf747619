import type { Kysely, Transaction } from 'kysely';
import { isRetryable } from './errors.ts';
import { currentGuard } from './guard.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction: store functions take either. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const TRIES = 5;

/**
 * One transaction. Within another it joins it, so that store functions can be combined.
 * Rolled back when `work` throws, or when who it is done for may not do it any more (`guarded`).
 *
 * When it loses a race with another transaction (deadlock, serialization) `work` is done again, up to five times:
 * it must leave nothing behind outside the database that a second call would find changed.
 */
export async function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx);
  const guard = currentGuard();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await guard?.(trx);
        return work(trx);
      });
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error;
    }
  }
}
