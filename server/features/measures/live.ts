import type { Db } from '../../platform/database/db.ts';
import type { MeasuresLoader } from '../../platform/events/events.ts';
import { presentWhole } from './present.ts';
import { listRows } from './store-measures.ts';
import { visibleAeros } from './store-scope.ts';

/** New measures of one AERO sent to a browser at once: a backlog of weeks is read as a series instead. */
const PAGE_SIZE = 1000;

/** The measures that arrived within spans of AEROs, for users who watch them. */
export function liveMeasures(db: Db): MeasuresLoader {
  return async (viewer, spans) => {
    const seen = new Set(
      (await visibleAeros(db, viewer, { aero: spans.map((span) => span.aero) })).map((a) => a.id),
    );
    const found = new Map<number, readonly unknown[]>();
    for (const { aero, from, to } of spans) {
      if (!seen.has(aero)) continue;
      const page = { limit: PAGE_SIZE, offset: 0, descending: true, after: null };
      const rows = await listRows(db, [aero], { from, to: to + 1 }, page);
      found.set(aero, rows.reverse().map(presentWhole));
    }
    return found;
  };
}
