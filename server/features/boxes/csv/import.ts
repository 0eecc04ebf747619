import { MOST_UPDATED_BOXES } from '@aerowatch/contracts/api/boxes';
import type { Mended } from '@aerowatch/contracts/api/table-imports';
import type { Parts } from '../../../parts.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { type RowErrors, translateErrors } from '../../../platform/http/requests/translate-errors.ts';
import { mapInTurns } from '../../../platform/load/turns.ts';
import { readTable, type TableRow } from '../../../platform/tables/read-table.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { createBoxes, loadReferences, type PlannedBox, planBox } from '../create.ts';
import { patchBox } from '../patch.ts';
import { boxesForUpdate, visibleBySerial } from '../store.ts';
import { namesOf } from '../store-names.ts';
import { assignableClients } from '../store-write.ts';
import { columnOf } from './csv-columns.ts';
import { flatErrors, type ReadRow, readRow } from './import-rows.ts';
import { type PlannedUpdate, planUpdates } from './import-updates.ts';

const MAX_ERRORS = 1000;
const PREVIEW = 100;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Import the valid rows of a file that also has invalid ones. */
  readonly partial: boolean;
  /** Rows of boxes that exist change them. */
  readonly update: boolean;
  /** Client of the rows that name none. */
  readonly client: number | undefined;
  /** Mapping of headers that match no column; an empty name: ignored. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Cells mended on the screen. */
  readonly mended?: Mended | undefined;
  readonly language: Language;
}

/**
 * Imports boxes from a table: checked row by row, then new ones inserted and existing ones changed, all or
 * none (or the valid ones), in one transaction.
 */
export async function importBoxes(parts: Parts, viewer: Viewer, path: string, options: ImportOptions) {
  const { client } = options;
  if (client !== undefined && !(await assignableClients(parts.db, viewer, [client])).has(client))
    throw new BadRequest({ client: ['unknown'] });
  const { rows, unknown } = await readTable(path, {
    columnOf,
    needed: 'serial_number',
    mapping: options.columns,
    mended: options.mended,
    lenient: options.dryRun,
  });
  return transaction(parts.db, async (trx) => {
    const { plans, updates, errors, existing } = await planRows(trx, parts, viewer, rows, options);
    const changed = updates.filter(({ fields }) => fields.length > 0);
    if (changed.length > MOST_UPDATED_BOXES)
      throw new BadRequest({ file: [`import_updates|${MOST_UPDATED_BOXES}`] });
    const writes = !options.dryRun && (errors.length === 0 || options.partial);
    if (writes && plans.length > 0) await createBoxes(trx, parts, viewer, plans);
    if (writes) await changeBoxes(trx, parts, viewer, changed);
    return {
      dry_run: options.dryRun,
      rows: rows.length,
      valid: plans.length + updates.length,
      created: writes ? plans.length : 0,
      updated: writes ? changed.length : 0,
      existing,
      changing: changed.length,
      unchanged: updates.length - changed.length,
      unknown_columns: unknown,
      without_client: plans.filter(({ clientId }) => clientId === null).length,
      without_aero:
        plans.filter(({ aeros }) => aeros.length === 0).length +
        updates.filter(({ hasAero }) => !hasAero).length,
      errors: errors.slice(0, MAX_ERRORS).map(({ row, errors: found }) => ({
        row: row.row,
        errors: translateErrors(found, options.language),
        cells: row.texts,
      })),
      preview: plans.slice(0, PREVIEW).map(({ input, clientId }) => ({ ...input, client: clientId })),
      changes: changed
        .slice(0, PREVIEW)
        .map(({ row, id, serial, fields }) => ({ row, box: id, serial_number: serial, fields })),
    };
  });
}

/** The new boxes and the changes of the valid rows, and the problems of the others. */
async function planRows(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  rows: readonly TableRow[],
  options: ImportOptions,
) {
  const names = await namesOf(trx, viewer);
  const existing = await visibleBySerial(
    trx,
    viewer,
    rows.map(({ values }) => String(values.serial_number)),
  );
  const reading = { viewer, names, client: options.client, existing, updates: options.update };
  const read = await mapInTurns(rows, (row) => readRow(row, reading));
  refuseTwice(read);
  const isUpdate = (row: ReadRow) => options.update && row.existing !== undefined;
  const { plans, errors: refused } = await planNew(
    trx,
    viewer,
    read.filter((row) => !isUpdate(row)),
  );
  const { updates, errors } = await planUpdates(trx, parts, viewer, read.filter(isUpdate));
  return {
    plans,
    updates,
    errors: [...refused, ...errors].sort((a, b) => a.row.row - b.row.row),
    existing: read.filter((row) => row.existing !== undefined).length,
  };
}

function refuseTwice(read: readonly ReadRow[]): void {
  const seen = new Set<string>();
  for (const { input, errors } of read) {
    if (input === undefined) continue;
    if (seen.has(input.serial_number)) errors.serial_number = ['duplicate'];
    seen.add(input.serial_number);
  }
}

async function planNew(trx: Trx, viewer: Viewer, read: readonly ReadRow[]) {
  const references = await loadReferences(
    trx,
    viewer,
    read.flatMap(({ input }) => input ?? []),
  );
  const plans: PlannedBox[] = [];
  const errors: { row: TableRow; errors: RowErrors }[] = [];
  await mapInTurns(read, ({ row, input, errors: own }) => {
    const found = { ...own };
    if (input !== undefined) {
      const planned = planBox(viewer, input, references);
      const problems = flatErrors(
        planned.errors,
        (input.aeros ?? []).map((aero) => aero.position),
      );
      for (const [column, messages] of Object.entries(problems)) found[column] ??= messages;
      if (Object.keys(found).length === 0) plans.push(planned.plan);
    }
    if (Object.keys(found).length > 0) errors.push({ row, errors: found });
  });
  return { plans, errors };
}

/** Boxes are locked in the order of their ids, as every change of many boxes does. */
async function changeBoxes(
  trx: Trx,
  parts: Parts,
  viewer: Viewer,
  updates: readonly PlannedUpdate[],
): Promise<void> {
  const locked = await boxesForUpdate(
    trx,
    viewer,
    updates.map(({ id }) => id),
  );
  const rows = new Map(locked.map((row) => [row.id, row]));
  for (const { id, change } of updates) {
    const row = rows.get(id);
    if (row !== undefined) await patchBox(trx, parts, viewer, row, change);
  }
}
