import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { parse } from 'csv-parse';
import type { Db } from '../../../platform/database/db.ts';
import { system } from '../../../platform/viewer.ts';
import { aerosOfSerials } from '../import/store-import.ts';
import { ArchiveError, COLUMNS, checkArchive } from './archive-file.ts';
import { noteRestored, type RestoredRow, storeRestored } from './store-restored.ts';

/** Rows restored in one transaction. */
const CHUNK = 5000;

/**
 * Restores the measures of a file, after checking all of it. Existing rows stay unchanged, so repeating it
 * has no effect. Boxes are matched by serial number; those that no longer exist are listed.
 */
export async function restoreArchive(
  db: Db,
  path: string,
): Promise<{ rows: number; stored: number; unknown: readonly string[] }> {
  const file = await checkArchive(path);
  const known = new Map<string, number | undefined>();
  const unknown = new Set<string>();
  let [rows, stored] = [0, 0];
  let month: Date | undefined;
  let chunk: RestoredRow[] = [];
  const flush = async () => {
    const now = chunk;
    chunk = [];
    stored += await storeRestored(db, now);
  };
  for await (const cells of recordsOf(path)) {
    rows += 1;
    const [serial = '', position = '', at = ''] = cells;
    month ??= new Date(`${at.slice(0, 7)}-01T00:00:00Z`);
    const name = `${serial} ${position}`;
    if (!known.has(name)) {
      const found = await aerosOfSerials(db, system, [serial]);
      known.set(name, found.get(name)?.aero);
    }
    const aero = known.get(name);
    if (aero === undefined) unknown.add(`${serial}, AERO ${position}`);
    else if (chunk.push(rowOf(aero, cells)) >= CHUNK) await flush();
  }
  if (chunk.length > 0) await flush();
  const aeros = [...known.values()].filter((aero) => aero !== undefined);
  if (month !== undefined) await noteRestored(db, aeros, { month, file });
  return { rows, stored, unknown: [...unknown] };
}

async function* recordsOf(path: string): AsyncGenerator<string[]> {
  const source = createReadStream(path);
  const records = source.pipe(createGunzip()).pipe(parse());
  let header: string[] | undefined;
  for await (const record of records as AsyncIterable<string[]>) {
    if (header !== undefined) yield record;
    else if (record.join() === COLUMNS.join()) header = record;
    else throw new ArchiveError(`${path} has other columns than ${COLUMNS.join(', ')}.`);
  }
}

function rowOf(aero: number, [, , at = '', received = '', ...cells]: readonly string[]): RestoredRow {
  const values = METRIC_KEYS.map((_, index) => (cells[index] ? Number(cells[index]) : null));
  return { aero, time: Date.parse(at), at, received, values };
}
