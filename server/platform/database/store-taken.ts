import { sql } from 'kysely';
import type { Db, Trx } from './db.ts';

/** Days after which an id may be used again. No phone keeps anything unsent for that long. */
const KEPT_DAYS = 400;

/**
 * Runs `work` once for an id that a client made, in its transaction: the id is stored if and only if the work
 * is. A second call with the same id waits for the first, and returns its result.
 */
export async function takeOnce(
  trx: Trx,
  user: number,
  id: string,
  work: () => Promise<number>,
): Promise<{ readonly result: number; readonly isFirst: boolean }> {
  const taken = await trx
    .insertInto('taken_ids')
    .values({ user_id: user, id, result: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined) {
    const { result } = await trx
      .selectFrom('taken_ids')
      .select('result')
      .where('user_id', '=', user)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { result: result ?? 0, isFirst: false };
  }
  const result = await work();
  await trx
    .updateTable('taken_ids')
    .set({ result })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .execute();
  return { result, isFirst: true };
}

export async function forgetOldIds(db: Db): Promise<number> {
  const deleted = await db
    .deleteFrom('taken_ids')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
