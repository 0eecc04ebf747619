import { createReadStream, type ReadStream } from 'node:fs';
import type { UnitSystem } from '@aerowatch/domain/units';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { parse } from 'csv-parse';
import type { JobContext, JobHandler } from '../../../hooks.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { type Language, languageOfViewer } from '../../../platform/viewer.ts';
import { JobFailed } from '../../jobs/job.ts';
import { addRow, emptyIntake, type Intake } from '../ingest/write/sort-measures.ts';
import { differing } from '../ingest/write/store-fill.ts';
import { countOutcomes, storeIntake } from '../ingest/write/store-intake.ts';
import { addImported } from '../ingest/write/store-ledger.ts';
import type { ImportColumns } from './import-columns.ts';
import { type ImportProblem, type ImportRow, readRow } from './import-rows.ts';
import { aerosOfSerials, storedRows } from './store-import.ts';

/** Rows stored in one transaction, and the largest number of problems that are listed. */
const CHUNK = 5000;
const MAX_PROBLEMS = 1000;

export interface ImportParams extends Record<string, unknown> {
  /** Name of the uploaded file in the file store, and its size. */
  readonly upload: string;
  readonly bytes: number;
  readonly columns: ImportColumns;
  readonly dryRun: boolean;
  readonly aero: { aero: number; box: number } | null;
  readonly zone: string;
  readonly system: UnitSystem;
}

/**
 * Stores the measures of a file in the same way as messages, so that nothing is doubled and rollups follow;
 * but nothing becomes due for judging, because an alert about last year helps nobody. The ledger of a box
 * counts what the box sent, so it is not changed.
 */
export const importJob: JobHandler = async (context) => {
  const { parts, job, progress } = context;
  const params = job.params as ImportParams;
  const total = {
    rows: 0,
    stored: 0,
    merged: 0,
    duplicates: 0,
    conflicts: 0,
    not_kept: 0,
    nulled: 0,
    invalid: 0,
  };
  const problems: ImportProblem[] = [];
  const refuse = (problem: ImportProblem) => {
    total.invalid += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const source = createReadStream(parts.files.pathOf(params.upload));
  let chunk: ImportRow[] = [];
  const flush = async () => {
    const rows = chunk;
    chunk = [];
    if (rows.length > 0) await storeChunk(context, params, rows, total, refuse);
    await progress(source.bytesRead / Math.max(1, params.bytes), total.rows);
  };
  try {
    for await (const { record, info } of recordsOf(source, params.columns.separator)) {
      total.rows += 1;
      const row = readRow(record, info.lines, params.columns, { zone: params.zone, now: parts.clock.now() });
      if ('code' in row) refuse(row);
      else if (chunk.push(row) >= CHUNK) await flush();
    }
    await flush();
  } catch (error) {
    const { code } = error as { code?: string };
    if (typeof code === 'string' && code.startsWith('CSV_'))
      throw new JobFailed(`import_unreadable|${total.rows + 2}`);
    throw error;
  } finally {
    source.destroy();
  }
  await parts.files.remove(params.upload);
  const errors = presentProblems(problems, params.columns, languageOfViewer(context.viewer));
  return { result: { dry_run: params.dryRun, ...total, errors } };
};

/** The records below the header line, each with its line number. */
function recordsOf(
  source: ReadStream,
  separator: string,
): AsyncIterable<{ record: string[]; info: { lines: number } }> {
  const records = source.pipe(
    parse({
      delimiter: separator,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 64 * 1024,
      from_line: 2,
      info: true,
    }),
  );
  source.on('error', (error) => records.destroy(error));
  return records;
}

/** The problems by line, in the reader's language. */
function presentProblems(problems: ImportProblem[], columns: ImportColumns, language: Language) {
  return problems
    .sort((a, b) => a.line - b.line)
    .map(({ line, code, column }) => ({
      line,
      code,
      column: column === undefined ? null : (columns.headers[column] ?? null),
      message: translateMessage(code, language),
    }));
}

interface Total {
  stored: number;
  merged: number;
  duplicates: number;
  conflicts: number;
  /** Conflicting values that the daily quota of their box did not allow to be kept. */
  not_kept: number;
  nulled: number;
}

async function storeChunk(
  { parts, viewer }: JobContext,
  params: ImportParams,
  rows: readonly ImportRow[],
  total: Total,
  refuse: (problem: ImportProblem) => void,
): Promise<void> {
  const serials = [...new Set(rows.flatMap((row) => row.box ?? []))];
  const known = await aerosOfSerials(parts.db, viewer, serials);
  const intake: Intake = emptyIntake();
  for (const row of rows) {
    const found = params.aero ?? known.get(`${row.box} ${row.position}`);
    if (found === undefined) {
      const column = params.columns.box ?? undefined;
      refuse({ line: row.line, code: `import_no_aero|${row.box}|${row.position}`, column });
      continue;
    }
    total.nulled += row.nulled;
    addRow(intake, found.box, { aero: found.aero, time: row.time, values: row.values });
  }
  const { conflicts, tallies } = params.dryRun
    ? { conflicts: await rehearse(parts.db, intake), tallies: intake.tallies }
    : await storeAll(parts.db, intake);
  total.conflicts += conflicts;
  for (const tally of tallies.values()) {
    total.stored += tally.stored;
    total.merged += tally.merged;
    total.duplicates += tally.duplicates;
    total.not_kept += tally.notKept;
  }
}

/** Boxes send at the same time: after a lost race, counting restarts. */
function storeAll(db: Db, intake: Intake) {
  const tallies: Intake['tallies'] = new Map();
  return transaction(db, async (trx) => {
    const how = { live: false, careful: true };
    const { conflicts } = await storeIntake(trx, { ...intake, tallies }, how);
    await addImported(trx, tallies);
    return { conflicts, tallies };
  });
}

/** What storing the rows would do, without doing it: fills the tallies, returns the conflicting values. */
async function rehearse(db: Db, intake: Intake): Promise<number> {
  const rows = [...intake.rows.values()];
  const known = await storedRows(db, rows);
  return countOutcomes(intake, rows, new Set(known), await differing(db, known)).conflicts.length;
}
