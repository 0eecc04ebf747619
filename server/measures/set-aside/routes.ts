import { setAsideList, setAsideReplay } from '@aerowatch/contracts/api/set-aside';
import type { Parts } from '../../parts.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { replay } from './replay.ts';
import { listSetAside } from './store-set-aside.ts';

export const setAsideRoutes = (parts: Parts): Route[] => [
  route(setAsideList, async ({ viewer, query, request }) => {
    const { rows, count } = await listSetAside(parts.db, viewer, query);
    const results = rows.map((row) => ({
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
      conflict: row.conflict,
    }));
    return pageOf(request, query, count, results);
  }),
  route(setAsideReplay, ({ viewer, params, address }) => replay(parts, viewer, params.id, address)),
];

/** Text as text, anything else as hexadecimal. */
function previewOf(beginning: Buffer): string {
  const text = beginning.toString('utf8');
  return /^[^\p{Cc}\uFFFD]*\uFFFD?$/u.test(text.replace(/[\r\n\t]/g, ' ')) ? text : beginning.toString('hex');
}
