import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { blockedBy, inAnotherUpdate } from './store-boxes.ts';

/** What decides how an update treats a box. */
export interface PreviewedBox {
  box: number;
  serial_number: string;
  client: number | null;
  firmware_version: string | null;
  /** Since when it was last heard of; null: never. */
  heard_at: Date | null;
  busy: boolean;
  /** Code of why it would be offered nothing now. */
  blocked: string | null;
}

/** The chosen boxes that the viewer may see, in the order of their serial numbers; nothing is locked. */
export async function loadPreview(
  db: Db,
  viewer: Viewer,
  firmware: number,
  ids: readonly number[],
): Promise<PreviewedBox[]> {
  const { rows } = await sql<PreviewedBox>`select b.id as box, b.serial_number, b.client_id as client,
      b.firmware_version, greatest(b.last_contact, b.last_send) as heard_at, ${inAnotherUpdate} as busy,
      ${blockedBy} as blocked
    from boxes b cross join firmwares f
    where f.id = ${firmware} and b.id = any(${ids}::integer[]) and ${visibleTo(viewer, 'b.client_id')}
    order by b.serial_number`.execute(db);
  return rows;
}
