import type { boxesRefused } from '@aerowatch/contracts/api/box-refused';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

const SHOWN = 200;

/**
 * Serial numbers refused at the broker, the newest first, but for boxes that were heard after it. One that is
 * no box belongs to no client: administrators alone see it.
 */
export async function refusedBoxes(
  db: Db,
  viewer: Viewer,
): Promise<ResponseOf<typeof boxesRefused>['results']> {
  const { rows } = await sql<{
    serial_number: string;
    box: number | null;
    address: string;
    count: string;
    first_at: Date;
    last_at: Date;
  }>`select r.serial_number, b.id as box, r.address, r.count, r.first_at, r.last_at
    from refused_boxes r left join boxes b on b.serial_number = r.serial_number
    where ${visibleTo(viewer, 'b.client_id')} and (b.last_contact is null or b.last_contact < r.last_at)
    order by r.last_at desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  }));
}
