import {
  setAsideDelete,
  setAsideFigures,
  setAsideList,
  setAsideReplay,
  setAsideReplayMany,
  setAsideSetBounds,
} from '@aerowatch/contracts/api/set-aside';
import type { Parts } from '../../../parts.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { deleteMany } from './delete-many.ts';
import { replay } from './replay.ts';
import { replayMany } from './replay-many.ts';
import { changeBounds, readBounds } from './store-bounds.ts';
import { listSetAside, notKept } from './store-set-aside.ts';

/** Number of listed boxes that exceeded their quota. */
const BOXES = 20;

export const setAsideRoutes = (parts: Parts): Route[] => [
  listRoute(parts.db, setAsideList, listSetAside, (row) => ({
    id: row.id,
    box: row.box_id,
    serial_number: row.serial_number,
    topic: row.topic,
    reason: row.reason,
    detail: row.detail,
    size: row.size,
    received_at: row.received_at.toISOString(),
    replayed_at: row.replayed_at?.toISOString() ?? null,
    preview: previewOf(row.beginning),
    masked: row.masked,
    conflict: row.conflict,
  })),
  route(setAsideReplay, ({ viewer, params }) => replay(parts, viewer, params.id)),
  route(setAsideReplayMany, ({ viewer, body }) => replayMany(parts, viewer, body)),
  route(setAsideDelete, ({ viewer, body }) => deleteMany(parts.db, viewer, body)),
  route(setAsideFigures, async ({ viewer }) => {
    const [bounds, boxes] = await Promise.all([readBounds(parts.db), notKept(parts.db, viewer)]);
    return {
      ...bounds,
      not_kept: boxes.reduce((sum, box) => sum + box.not_kept, 0),
      not_kept_bytes: boxes.reduce((sum, box) => sum + box.bytes, 0),
      boxes: boxes.slice(0, BOXES).map(({ bytes: _, ...box }) => box),
    };
  }),
  route(setAsideSetBounds, ({ viewer, body }) => changeBounds(parts.db, viewer, body)),
];

/** Text as text, anything else in hexadecimal. */
function previewOf(beginning: Buffer): string {
  const text = beginning.toString('utf8');
  return /^[^\p{Cc}\uFFFD]*\uFFFD?$/u.test(text.replace(/[\r\n\t]/g, ' ')) ? text : beginning.toString('hex');
}
