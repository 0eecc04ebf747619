import { type SignedWithdrawnList, withdrawnFor } from '@aerowatch/domain/firmware/firmware-manifest';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';

/** The newest signed list of withdrawn firmwares. */
export async function newestList(db: Db): Promise<SignedWithdrawnList | undefined> {
  return db
    .selectFrom('withdrawn_lists')
    .select(['list', 'signatures'])
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Serializes lists, because each must contain the entries of the previous one. */
export async function lockLists(trx: Trx): Promise<void> {
  await sql`lock table withdrawn_lists in exclusive mode`.execute(trx);
}

/** Whether it is withdrawn for boxes of a client; null: for those of every client. */
export async function isWithdrawn(db: Db, sha256: string, client: number | null): Promise<boolean> {
  const newest = await newestList(db);
  return withdrawnFor(newest?.list.withdrawn ?? [], sha256, client) !== undefined;
}

/** Stores a list and marks the stored firmwares on it. Returns the firmwares that it withdraws. */
export async function keepList(
  trx: Trx,
  { list, signatures }: SignedWithdrawnList,
  at: Date,
): Promise<{ id: number; client_id: number | null }[]> {
  await trx
    .insertInto('withdrawn_lists')
    .values({
      date: new Date(list.date),
      list: JSON.stringify(list),
      signatures: JSON.stringify(signatures),
    })
    .execute();
  const { rows } = await sql<{ id: number; client_id: number | null }>`update firmwares f
    set withdrawn_at = ${at}, withdrawn_reason = w.reason, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(list.withdrawn)}::jsonb) as w(sha256 text, reason text, client integer)
    where f.sha256 = w.sha256 and (w.client is null or f.client_id = w.client) and f.withdrawn_at is null returning f.id, f.client_id`.execute(
    trx,
  );
  return rows;
}

/** Unfinished updates of these firmwares. */
export async function openRolloutsOf(trx: Trx, firmwares: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from rollouts
    where firmware_id = any(${[...firmwares]}::integer[]) and state not in ('done', 'cancelled') order by id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function allBoxes(trx: Trx): Promise<number[]> {
  const rows = await trx.selectFrom('boxes').select('id').execute();
  return rows.map(({ id }) => id);
}
