import type { Kysely, Transaction } from 'kysely';
import { isRetryable } from './errors.ts';
import { currentGuard } from './guard.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction: store functions take either. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const TRIES = 5;

/**
 * One transaction. A call within another transaction joins it, so that store functions can be combined.
 * Rolled back when `work` throws, or when the caller has lost the right to it (`guarded`).
 *
 * After a conflict with another transaction (deadlock, serialization) `work` is repeated, up to five times: it must
 * have no effect outside the database that a second call would see.
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
