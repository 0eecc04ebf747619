import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { measuresImport } from '@aerowatch/contracts/api/measures';
import { isTimeZone } from '@aerowatch/domain/series/time-zone';
import { parse } from 'csv-parse/sync';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { separatorOf } from '../../../platform/tables/read-csv.ts';
import { callerOf } from '../../../platform/viewer.ts';
import { presentJob } from '../../jobs/present.ts';
import { queueJob } from '../../jobs/run.ts';
import { visibleAeros } from '../store-scope.ts';
import { findColumns, type ImportColumns, type Mapping, readMapping } from './import-columns.ts';

/** How times and numbers from a program are read, unless it says otherwise. */
const MACHINE = { timeZone: 'UTC', unitSystem: 'metric' } as const;
const HEADER_BYTES = 64 * 1024;

export const importRoutes = (parts: Parts): Route[] => [
  route(measuresImport, async ({ viewer, query, file }) => {
    const caller = callerOf(viewer);
    const reader = viewer.kind === 'user' ? viewer : MACHINE;
    if (file === undefined || file.size === 0) throw new BadRequest({ file: ['file_required'] });
    const zone = query.time_zone ?? reader.timeZone;
    if (!isTimeZone(zone)) throw new BadRequest({ time_zone: ['time_zone'] });
    const system = query.unit_system ?? reader.unitSystem;
    const aero = query.aero === undefined ? null : await oneAero(parts, viewer, query.aero);
    const mapping = readMapping(query.mapping);
    const columns = await columnsOf(file.path, { mapping, system, wholeFileIsOneAero: aero !== null });
    const upload = `imports/${crypto.randomUUID()}.csv`;
    const params = { upload, bytes: file.size, columns, dryRun: query.dry_run ?? false, aero, zone, system };
    await parts.files.put(upload, createReadStream(file.path));
    try {
      return await transaction(parts.db, async (trx) => {
        const job = await queueJob(trx, caller, { kind: 'import', total: null, params });
        const what = { action: 'import', entity: 'measures', id: null, name: file.filename.slice(0, 200) };
        if (!params.dryRun) await recordAudit(trx, viewer, { ...what, clientId: caller.clientId });
        return presentJob(parts.config, job);
      });
    } catch (error) {
      await parts.files.remove(upload);
      throw error;
    }
  }),
];

async function oneAero(parts: Parts, viewer: Parameters<typeof visibleAeros>[1], id: number) {
  const [found] = await visibleAeros(parts.db, viewer, { aero: [id] });
  if (found === undefined) throw new BadRequest({ aero: ['unknown'] });
  return { aero: found.id, box: found.box };
}

/** Reads only the first line, so that a file that cannot be imported is refused at once. */
async function columnsOf(
  path: string,
  options: { mapping: Mapping; system: 'metric' | 'imperial'; wholeFileIsOneAero: boolean },
): Promise<ImportColumns> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const [line = ''] = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, 1);
    const separator = separatorOf(line);
    const [headers = []] = parse(line, { delimiter: separator, relax_quotes: true }) as string[][];
    return findColumns(headers, separator, options);
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('CSV_') === true)
      throw new BadRequest({ file: ['import_unreadable|1'] });
    throw error;
  } finally {
    await handle.close();
  }
}
