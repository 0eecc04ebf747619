import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** The database, or a transaction: store functions take either. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/**
 * One transaction. Within another it joins it, so that store functions can be combined.
 * Rolled back when `work` throws.
 */
export function transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work);
}
