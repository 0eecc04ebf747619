import { timeProblem } from '@aerowatch/contracts/mqtt/measures';
import { METRIC_KEYS, physicalValue } from '@aerowatch/domain/metrics';
import { cellNumber } from '../../../platform/tables/cell-number.ts';
import { storedOf } from '../export/export-columns.ts';
import type { ImportColumns } from './import-columns.ts';
import { readTime } from './import-times.ts';

/** A parsed row of a file. `box` is null when the whole file is of one AERO. */
export interface ImportRow {
  readonly line: number;
  readonly box: string | null;
  readonly position: number;
  readonly time: number;
  readonly values: (number | null)[];
  readonly nulled: number;
}
/** A row that cannot be used: a code of `validation`, and the column of the file. */
export interface ImportProblem {
  readonly line: number;
  readonly code: string;
  readonly column?: number;
}

/** Reads the cells of a row. Values that no sensor can give become null, as in a box's own message. */
export function readRow(
  cells: readonly string[],
  line: number,
  columns: ImportColumns,
  options: { zone: string; now: number },
): ImportRow | ImportProblem {
  const cell = (index: number) => (cells[index] ?? '').trim();
  const time = readTime(cell(columns.time), options.zone);
  if (time === null) return { line, code: 'not_time', column: columns.time };
  const problem = timeProblem(time, options.now);
  if (problem !== null) return { line, code: `import_${problem}`, column: columns.time };
  const position = columns.aero === null ? 0 : Number(cell(columns.aero).replace(/^AERO\s*/i, ''));
  if (columns.aero !== null && position !== 1 && position !== 2)
    return { line, code: 'one_of|1, 2', column: columns.aero };
  const values: (number | null)[] = METRIC_KEYS.map(() => null);
  let nulled = 0;
  for (const { metric, index, system } of columns.metrics) {
    const shown = readNumber(cell(index));
    if (shown === null) continue;
    if (shown === undefined) return { line, code: 'not_numeric', column: index };
    const value = physicalValue(metric, storedOf(metric, system, shown));
    if (value === null) nulled += 1;
    values[METRIC_KEYS.indexOf(metric)] = value;
  }
  const box = columns.box === null ? null : cell(columns.box).replace(/^'/, '');
  return { line, box, position, time, values, nulled };
}

/** A number with a point or a comma; null for an empty cell, undefined for anything else. */
function readNumber(text: string): number | null | undefined {
  if (text === '') return null;
  if (/^[-+]?nan$/i.test(text)) return Number.NaN;
  return cellNumber(text) ?? undefined;
}
