import { boxesCreate } from '@aerowatch/contracts/api/boxes';
import type { Parts } from '../../../parts.ts';
import { transaction } from '../../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/requests/parse.ts';
import { type RowErrors, translateErrors } from '../../../platform/http/requests/translate-errors.ts';
import { mapInTurns } from '../../../platform/load/turns.ts';
import { readTable, type TableRow } from '../../../platform/tables/read-table.ts';
import { clientScope, type Language, type Viewer } from '../../../platform/viewer.ts';
import { type BoxInput, createBoxes, loadReferences, type PlannedBox, planBox } from '../create.ts';
import { type NameIndex, namesOf } from '../store-names.ts';
import { assignableClients } from '../store-write.ts';
import { columnOf } from './csv-columns.ts';

const MAX_ERRORS = 1000;
const PREVIEW = 100;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Import the valid rows of a file that also has invalid ones. */
  readonly partial: boolean;
  /** Client of the rows that name none. */
  readonly client: number | undefined;
  /** Mapping of headers that match no column; an empty name: ignored. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  readonly language: Language;
}

/** Imports boxes from a CSV: checked row by row, inserted all or none (or the valid ones), in one transaction. */
export async function importBoxes(parts: Parts, viewer: Viewer, path: string, options: ImportOptions) {
  const { client } = options;
  if (client !== undefined && !(await assignableClients(parts.db, viewer, [client])).has(client))
    throw new BadRequest({ client: ['unknown'] });
  const { rows, unknown } = await readTable(path, {
    columnOf,
    needed: 'serial_number',
    mapping: options.columns,
    lenient: options.dryRun,
  });
  return transaction(parts.db, async (trx) => {
    const names = await namesOf(trx, viewer);
    const read = await mapInTurns(rows, (row) => readRow(row, viewer, names, client));
    const inputs = read.flatMap(({ input }) => input ?? []);
    const references = await loadReferences(trx, viewer, inputs);
    const { plans, errors } = await planRows(viewer, rows, read, references);
    const writes = !options.dryRun && (errors.length === 0 || options.partial) && plans.length > 0;
    if (writes) await createBoxes(trx, parts, viewer, plans);
    return {
      dry_run: options.dryRun,
      rows: rows.length,
      valid: plans.length,
      created: writes ? plans.length : 0,
      unknown_columns: unknown,
      without_client: plans.filter(({ clientId }) => clientId === null).length,
      errors: errors
        .slice(0, MAX_ERRORS)
        .map(({ row, errors: found }) => ({ row, errors: translateErrors(found, options.language) })),
      preview: plans.slice(0, PREVIEW).map(({ input, clientId }) => ({ ...input, client: clientId })),
    };
  });
}

interface ReadRow {
  readonly input?: BoxInput;
  readonly errors: RowErrors;
}

/** The boxes of the valid rows, and the problems of the others. */
async function planRows(
  viewer: Viewer,
  rows: readonly TableRow[],
  read: readonly ReadRow[],
  references: Awaited<ReturnType<typeof loadReferences>>,
) {
  const seen = new Set<string>();
  const plans: PlannedBox[] = [];
  const errors: { row: number; errors: RowErrors }[] = [];
  await mapInTurns(read, ({ input, errors: found }, index) => {
    if (input !== undefined) {
      const planned = planBox(viewer, input, references);
      const positions = (input.aeros ?? []).map((aero) => aero.position);
      Object.assign(found, flat(planned.errors, positions));
      if (seen.has(input.serial_number)) found.serial_number = ['duplicate'];
      seen.add(input.serial_number);
      if (Object.keys(found).length === 0) plans.push(planned.plan);
    }
    if (Object.keys(found).length > 0) errors.push({ row: rows[index]!.row, errors: found });
  });
  return { plans, errors };
}

/** A row as the body of a creation, or the problems of its cells. */
function readRow(
  { values, ragged }: TableRow,
  viewer: Viewer,
  names: NameIndex,
  client: number | undefined,
): ReadRow {
  const errors: RowErrors = ragged ? { non_field_errors: ['columns'] } : {};
  const { body, positions } = nestedBody(values);
  const scope = clientScope(viewer);
  if (typeof body.client === 'string') {
    const named = clientNamed(body.client, names);
    if (named === undefined) errors.client = ['unknown'];
    body.client = named;
  }
  body.client ??= client ?? (typeof scope === 'number' ? scope : null);
  if (Array.isArray(body.tags)) {
    const ids = body.tags.map((name: string) => names.tagIds.get(`${body.client} ${name.toLowerCase()}`));
    if (ids.includes(undefined)) errors.tags = ['unknown'];
    body.tags = ids.filter((id) => id !== undefined);
  }
  try {
    return { input: parse(boxesCreate.body!, body) as BoxInput, errors };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    // The format that people type differs from the API's.
    if (String(error.fields.kilometer_point) === 'not_numeric')
      error.fields.kilometer_point = ['kilometer_point'];
    return { errors: { ...errors, ...flat(error.fields, positions) } };
  }
}

/** Cells by column as a body: `aero2_pressure_min` goes to the AERO of position 2. */
function nestedBody(values: TableRow['values']): { body: Record<string, unknown>; positions: number[] } {
  const body: Record<string, unknown> = {};
  const aeros = new Map<number, Record<string, unknown>>();
  for (const [key, value] of Object.entries(values)) {
    const match = /^aero([12])_(.+)$/.exec(key);
    if (match === null) {
      body[key] = value;
      continue;
    }
    const position = Number(match[1]);
    const aero = aeros.get(position) ?? { position };
    aeros.set(position, { ...aero, [match[2]!]: value });
  }
  if (aeros.size > 0) body.aeros = [...aeros.values()];
  return { body, positions: [...aeros.keys()] };
}

/** The id of a client by its name, or by its id. */
function clientNamed(text: string, { clientIds }: NameIndex): number | undefined {
  return clientIds.get(text.toLowerCase()) ?? (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
}

/** Nested errors by column name: `aero2_pressure_min`. */
function flat(fields: FieldErrors, positions: readonly number[], prefix = ''): RowErrors {
  const result: RowErrors = {};
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) result[`${prefix}${key}`] = value;
    else if (key === 'aeros') Object.assign(result, flatAeros(value, positions));
    else Object.assign(result, flat(value, positions, `${prefix}${key}_`));
  }
  return result;
}

/** Errors by index of an AERO, assigned to the columns of its position. */
function flatAeros(fields: FieldErrors, positions: readonly number[]): RowErrors {
  const result: RowErrors = {};
  for (const [index, inner] of Object.entries(fields)) {
    const position = positions[Number(index)] ?? Number(index) + 1;
    if (Array.isArray(inner)) result.aeros = inner;
    else Object.assign(result, flat(inner, positions, `aero${position}_`));
  }
  return result;
}
