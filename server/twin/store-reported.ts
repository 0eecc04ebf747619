import type { Selectable } from 'kysely';
import type { Trx } from '../platform/database/db.ts';
import type { BoxesTable } from '../platform/database/schema/boxes.ts';

export type TwinBox = Selectable<BoxesTable>;

export async function lockBox(trx: Trx, id: number): Promise<TwinBox | undefined> {
  return trx.selectFrom('boxes').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export interface ReportedUpdate {
  readonly reported: object;
  readonly version: number;
  readonly refused: object;
  readonly hardware: string | undefined;
  readonly at: Date;
  readonly twin: { twin_pending_since: Date | null; twin_refused: boolean };
}

/** When a version of the desired configuration was made (ms); null for one that is not kept. */
export async function timeOfVersion(trx: Trx, box: number, version: number): Promise<number | null> {
  const row = await trx
    .selectFrom('box_configurations')
    .where('box_id', '=', box)
    .where('version', '=', version)
    .select('at')
    .executeTakeFirst();
  return row?.at.getTime() ?? null;
}

/** What the box says of itself. `updated_at` stays: nobody edited the box. */
export async function writeReported(trx: Trx, id: number, update: ReportedUpdate): Promise<void> {
  await trx
    .updateTable('boxes')
    .set({
      reported: JSON.stringify(update.reported),
      reported_version: update.version,
      reported_at: update.at,
      refused: JSON.stringify(update.refused),
      ...(update.hardware === undefined ? {} : { hardware_version: update.hardware }),
      ...update.twin,
    })
    .where('id', '=', id)
    .execute();
}
