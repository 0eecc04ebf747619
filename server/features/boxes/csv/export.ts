import { Readable } from 'node:stream';
import { boxOrderings } from '@aerowatch/contracts/api/boxes';
import { LANGUAGES } from '@aerowatch/domain/languages';
import type { Parts } from '../../../parts.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { csvText } from '../../../platform/tables/csv-text.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { presentBox } from '../present.ts';
import { listBoxIds, loadBoxes } from '../store.ts';
import type { BoxFilter } from '../store-filter.ts';
import { namesOf } from '../store-names.ts';
import { CSV_COLUMNS, type Names, spoken } from './csv-columns.ts';

/** Boxes per batch. */
const PIECE = 200;
const MAX_BOXES = 100_000;

/** The boxes of a list, in its order, as CSV: headers, words and decimals of the reader's language. */
export async function exportBoxes(
  { db, vault, clock }: Parts,
  viewer: Viewer,
  query: BoxFilter & { ordering?: string | undefined },
  language: Language,
): Promise<Readable> {
  const words = boxOrderings as readonly string[];
  if (query.ordering?.split(',').some((part) => !words.includes(part.replace(/^-/, ''))))
    throw new BadRequest({ ordering: [`one_of|${words.join(', ')}`] });
  const now = clock.date();
  const { ids } = await listBoxIds(db, viewer, { ...query, page: 1, page_size: MAX_BOXES }, now);
  const names = await namesOf(db, viewer);
  const { separator, decimal } = LANGUAGES[language];
  const line = (cells: readonly string[]) => `${cells.join(separator)}\r\n`;
  async function* pieces() {
    yield `\uFEFF${line(CSV_COLUMNS.map((column) => csvText(column.header[language], separator)))}`;
    for (let start = 0; start < ids.length; start += PIECE) {
      const boxes = await loadBoxes(db, viewer, ids.slice(start, start + PIECE), now);
      yield boxes
        .map((row) => presentBox(row, { vault, now, language }))
        .map((box) =>
          line(
            CSV_COLUMNS.map((column) =>
              cell(spoken(column.key, column.write(box, names as Names), language)),
            ),
          ),
        )
        .join('');
    }
  }
  function cell(value: string | number | null): string {
    if (value === null) return '';
    // A number is not a formula, whatever its sign, and needs no quoting.
    if (typeof value === 'number') return String(value).replace('.', decimal);
    return csvText(value, separator);
  }
  return Readable.from(pieces(), { objectMode: false });
}
