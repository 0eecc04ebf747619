import type { measuresBoxes } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { latestRows, type MeasureRow } from './store-measures.ts';
import { listBoxes, visibleAeros } from './store-scope.ts';

/** The latest measure of each AERO, by box. */
export async function latestByBox(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof measuresBoxes>,
): Promise<{ boxes: { box: number; rows: MeasureRow[] }[]; count: number }> {
  const { rows: boxes, count } = await listBoxes(db, viewer, query);
  const ids = boxes.map((box) => box.id);
  const aeros = await visibleAeros(db, viewer, { box: ids });
  const latest = new Map(
    (
      await latestRows(
        db,
        aeros.map((aero) => aero.id),
      )
    ).map((row) => [row.aero_id, row]),
  );
  const ofBox = Map.groupBy(aeros, (aero) => aero.box);
  return {
    count,
    boxes: ids.map((box) => ({
      box,
      rows: (ofBox.get(box) ?? []).flatMap((aero) => latest.get(aero.id) ?? []),
    })),
  };
}
