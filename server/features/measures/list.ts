import type { measuresList } from '@aerowatch/contracts/api/measures';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Db } from '../../platform/database/db.ts';
import { BadRequest, PayloadTooLarge } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { spanOf } from './span.ts';
import { countOfAeros, countOfBoxes } from './store-counts.ts';
import { listRows, type MeasureRow, type Position } from './store-measures.ts';
import { visibleAeros, visibleBoxes, type Which } from './store-scope.ts';

/** Maximum number of raw measures in one request. */
export const MAX_RAW = 200_000;
const DEFAULT_PAGE = 1000;

/** Rows read at a time: a page may be a hundred times longer. */
const STEP = 5000;

export interface RawPage {
  readonly count: number;
  /** Whether it is read in more than one piece. */
  readonly isLong: boolean;
  /** Its rows, piece by piece, and finally the start of the next page; null at the end. */
  readonly pieces: AsyncGenerator<MeasureRow[], string | null>;
}

/** Raw measures. 413 if requested without a page size and there are more than can be shown. */
export async function listMeasures(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof measuresList>,
  now: number,
): Promise<RawPage> {
  const span = spanOf(query, now);
  const size = query.page_size ?? query.limit;
  const page = query.page === undefined ? 1 : Number(query.page);
  if (!Number.isInteger(page) || page < 1) throw new BadRequest({ page: ['not_integer'] });
  const limit = size ?? DEFAULT_PAGE;
  const offset = (page - 1) * limit;
  if (offset > 10 * MAX_RAW)
    throw new BadRequest({ page: [`between|1|${Math.floor((10 * MAX_RAW) / limit) + 1}`] });
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const aeros = await visibleAeros(db, viewer, query);
  const count = await countMeasures(db, viewer, query, span);
  if (count > MAX_RAW && size === undefined && query.cursor === undefined)
    throw new PayloadTooLarge('measures_too_large');
  const descending = query.ordering === '-date';
  const ids = aeros.map((aero) => aero.id);
  const read = (page: Page) => listRows(db, ids, span, { ...page, descending });
  return { count, isLong: Math.min(limit, count) > STEP, pieces: piecesOf(read, { limit, offset, after }) };
}

type Page = Omit<Parameters<typeof listRows>[3], 'descending'>;

async function* piecesOf(
  read: (page: Page) => Promise<MeasureRow[]>,
  { limit, offset, after }: Page,
): AsyncGenerator<MeasureRow[], string | null> {
  let page = { offset, after };
  for (let left = limit; ; left -= STEP) {
    const size = Math.min(left, STEP);
    const rows = await read({ ...page, limit: size + 1 });
    const last = rows.length > size ? rows[size - 1] : undefined;
    yield rows.slice(0, size);
    if (last === undefined) return null;
    if (left <= STEP) return cursorOf(last);
    page = { offset: 0, after: { time: last.time.getTime(), aero: last.aero_id } };
  }
}

/** Number of requested measures in a span. */
export async function countMeasures(
  db: Db,
  viewer: Viewer,
  which: Which,
  span: { from: number; to: number },
): Promise<number> {
  const days = await countDays(db, viewer, which, span);
  return days.reduce((sum, day) => sum + day.count, 0);
}

export async function countDays(db: Db, viewer: Viewer, which: Which, span: { from: number; to: number }) {
  if (which.aero === undefined) return countOfBoxes(db, await visibleBoxes(db, viewer, which.box), span);
  const aeros = await visibleAeros(db, viewer, which);
  return countOfAeros(
    db,
    aeros.map((aero) => aero.id),
    span,
  );
}

function cursorOf(row: MeasureRow): string {
  return `${row.time.getTime()}_${row.aero_id}`;
}
function readCursor(text: string): Position {
  const [, time, aero] = /^(\d{1,15})_(\d{1,10})$/.exec(text) ?? [];
  if (time === undefined || aero === undefined) throw new BadRequest({ cursor: ['cursor_of_list'] });
  return { time: Number(time), aero: Number(aero) };
}
