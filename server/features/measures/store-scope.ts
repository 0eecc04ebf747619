import type { measuresBoxes } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Db } from '../../platform/database/db.ts';
import { listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** The requested measures: of these AEROs, of these boxes, or of all that the viewer may see. */
export interface Which {
  readonly aero?: readonly number[] | undefined;
  readonly box?: readonly number[] | undefined;
}
export interface VisibleAero {
  readonly id: number;
  readonly box: number;
}

/** The requested AEROs that the viewer may see, ordered by id; others are left out. */
export async function visibleAeros(db: Db, viewer: Viewer, { aero, box }: Which): Promise<VisibleAero[]> {
  if (aero?.length === 0 || box?.length === 0) return [];
  return db
    .selectFrom('aeros')
    .innerJoin('boxes', 'boxes.id', 'aeros.box_id')
    .where(visibleTo(viewer, 'boxes.client_id'))
    .$if(aero !== undefined, (query) => query.where('aeros.id', 'in', aero ?? []))
    .$if(box !== undefined, (query) => query.where('boxes.id', 'in', box ?? []))
    .select(['aeros.id', 'boxes.id as box'])
    .orderBy('aeros.id')
    .execute();
}

/** The requested boxes that the viewer may see. */
export async function visibleBoxes(
  db: Db,
  viewer: Viewer,
  box: readonly number[] | undefined,
): Promise<number[]> {
  if (box?.length === 0) return [];
  const rows = await db
    .selectFrom('boxes')
    .where(visibleTo(viewer, 'boxes.client_id'))
    .$if(box !== undefined, (query) => query.where('boxes.id', 'in', box ?? []))
    .select('boxes.id')
    .orderBy('boxes.id')
    .execute();
  return rows.map((row) => row.id);
}

/** A page of boxes the viewer may see. */
export function listBoxes(db: Db, viewer: Viewer, query: QueryOf<typeof measuresBoxes>) {
  const chosen = (ids: readonly number[] | undefined) => (ids === undefined || ids.length === 0 ? [-1] : ids);
  return listPage(
    db
      .selectFrom('boxes')
      .where(visibleTo(viewer, 'boxes.client_id'))
      .$if(query.box !== undefined, (q) => q.where('boxes.id', 'in', chosen(query.box)))
      .$if(query.client !== undefined, (q) => q.where('boxes.client_id', 'in', chosen(query.client)))
      .$if(query.search !== undefined && query.search !== '', (q) =>
        q.where('boxes.serial_number', 'ilike', containing(query.search ?? '')),
      )
      .select('boxes.id'),
    query,
    'id',
  );
}
