import type { Kysely, Transaction } from 'kysely';
import { currentGuard } from './guard.ts';
import type { Database } from './schema.ts';

/** The database, or a transaction: store functions take either. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/**
 * One transaction. Within another it joins it, so that store functions can be combined.
 * Rolled back when `work` throws, or when who it is done for may not do it any more (`guarded`).
 */
export function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx);
  const guard = currentGuard();
  return db.transaction().execute(async (trx) => {
    await guard?.(trx);
    return work(trx);
  });
}
