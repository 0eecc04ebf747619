import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';

/**
 * Advisory locks of judging. To avoid deadlocks the order is: AEROs (never waited for), then supervisors,
 * then rows. Workers share a supervisor; an edit takes it exclusively, so that no worker writes the state of
 * a condition that has just been changed.
 */
const AERO_CLASS = 7101;
const SUPERVISOR_CLASS = 7102;

export async function lockSupervisorForEdit(trx: Trx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SUPERVISOR_CLASS}::int, ${id}::int)`.execute(trx);
}

export async function shareSupervisors(trx: Trx, ids: readonly number[]): Promise<void> {
  const sorted = [...ids].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock_shared(${SUPERVISOR_CLASS}::int, id) from unnest(${sorted}::int[]) as id`.execute(
    trx,
  );
}

/**
 * Locks these AEROs exclusively, in order of id, until the transaction ends; waits for workers that judge
 * them.
 */
export async function lockAeros(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${AERO_CLASS}::int, id) from unnest(${[...ids]}::int[]) as id`.execute(
    trx,
  );
}

/**
 * Up to `limit` due AEROs that no other worker is judging, oldest due first; locked exclusively until the
 * transaction ends.
 */
export async function lockDueAeros(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ aero_id: number }>`
    select aero_id from (
      select aero_id from (select aero_id, id from aero_due order by id limit ${limit * 20}) due
      group by aero_id order by min(id) offset 0
    ) candidates
    where pg_try_advisory_xact_lock(${AERO_CLASS}::int, aero_id) limit ${limit}`.execute(trx);
  return rows.map((row) => row.aero_id);
}
