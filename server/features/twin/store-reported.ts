import { compareVersions } from '@aerowatch/domain/formats';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../platform/database/db.ts';
import type { Database } from '../../platform/database/schema.ts';

export type TwinBox = Selectable<Database['boxes']>;

export async function lockBox(trx: Trx, id: number): Promise<TwinBox | undefined> {
  return trx.selectFrom('boxes').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The version from which a box reverted to an older one, and when; nulls if it did not. */
export interface FellBack {
  readonly firmware_fell_back: string | null;
  readonly firmware_fell_back_at: Date | null;
}

export interface ReportedUpdate {
  readonly reported: object;
  readonly version: number;
  readonly refused: object;
  readonly hardware: string | undefined;
  readonly at: Date;
  readonly fellBack: FellBack;
  readonly twin: { twin_pending_since: Date | null; twin_refused: boolean };
}

/** When a version of the desired configuration was made (ms); null for one that is not stored. */
export async function timeOfVersion(trx: Trx, box: number, version: number): Promise<number | null> {
  const row = await trx
    .selectFrom('box_configurations')
    .where('box_id', '=', box)
    .where('version', '=', version)
    .select('at')
    .executeTakeFirst();
  return row?.at.getTime() ?? null;
}

/** Whether people want the box to run this version: by its desired configuration, or by its last update. */
export async function isWanted(trx: Trx, box: number, version: string): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`
    (select b.desired->>'firmware_version' as version from boxes b where b.id = ${box})
    union all
    (select f.version from rollout_boxes rb join rollouts r on r.id = rb.rollout_id join firmwares f on f.id = r.firmware_id
      where rb.box_id = ${box} and rb.state not in ('queued', 'failed', 'cancelled') order by r.id desc limit 1)`.execute(
    trx,
  );
  return rows.some((row) => row.version !== null && compareVersions(row.version, version) === 0);
}

/** Stores a box's report on itself. `updated_at` is unchanged: nobody edited the box. */
export async function writeReported(trx: Trx, id: number, update: ReportedUpdate): Promise<void> {
  await trx
    .updateTable('boxes')
    .set({
      reported: JSON.stringify(update.reported),
      reported_version: update.version,
      reported_at: update.at,
      refused: JSON.stringify(update.refused),
      ...(update.hardware === undefined ? {} : { hardware_version: update.hardware }),
      ...update.fellBack,
      ...update.twin,
    })
    .where('id', '=', id)
    .execute();
}
