import { sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';

/** Deletes a box and its measures. Returns the other items that browsers must drop. */
export async function deleteBox(trx: Trx, id: number): Promise<{ aeros: number[]; alerts: number[] }> {
  const aeros = (await trx.selectFrom('aeros').select('id').where('box_id', '=', id).execute()).map(
    (row) => row.id,
  );
  const alerts = await openAlerts(trx, aeros);
  await deleteMeasures(trx, aeros);
  await trx.deleteFrom('boxes').where('id', '=', id).execute();
  return { aeros, alerts };
}

/**
 * Deletes AEROs of a box and their measures, and updates the box's daily counts. Returns the other items that
 * browsers must drop or reload.
 */
export async function deleteAeros(
  trx: Trx,
  boxId: number,
  aeros: readonly number[],
): Promise<{ alerts: number[]; supervisors: number[] }> {
  const alerts = await openAlerts(trx, aeros);
  const { rows } = await sql<{ id: number }>`select distinct supervisor_id as id from supervisor_aeros
    where aero_id = any(${aeros}::integer[])`.execute(trx);
  await sql`update box_day_counts c set count = c.count - gone.count
    from (select (m.time at time zone 'UTC')::date as day, count(*) as count from unnest(${aeros}::integer[]) as a (id)
      cross join lateral measures_between(a.id, '-infinity', 'infinity') as m group by 1) gone
    where c.box_id = ${boxId} and c.day = gone.day`.execute(trx);
  await deleteMeasures(trx, aeros);
  await sql`delete from aeros where id = any(${aeros}::integer[])`.execute(trx);
  return { alerts, supervisors: rows.map(({ id }) => id) };
}

async function openAlerts(trx: Trx, aeros: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from alerts
    where aero_id = any(${aeros}::integer[]) and seen_at is null`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Measures have no foreign key to their AERO, so that the table can be distributed. */
async function deleteMeasures(trx: Trx, aeros: readonly number[]): Promise<void> {
  for (const table of [
    'measures',
    'measure_packs',
    'measure_latest',
    'measure_days',
    'measure_quarters',
    'measure_dirty_days',
    'measure_archived_months',
    'aero_due',
    'diagnostics_asked',
  ] as const)
    await sql`delete from ${sql.table(table)} where aero_id = any(${aeros}::integer[])`.execute(trx);
}
