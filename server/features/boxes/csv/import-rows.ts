import { boxesCreate } from '@aerowatch/contracts/api/boxes';
import { BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { parse } from '../../../platform/http/requests/parse.ts';
import type { RowErrors } from '../../../platform/http/requests/translate-errors.ts';
import type { TableRow } from '../../../platform/tables/read-table.ts';
import { clientScope, type Viewer } from '../../../platform/viewer.ts';
import type { BoxInput } from '../create.ts';
import type { VisibleBox } from '../store.ts';
import type { NameIndex } from '../store-names.ts';

export interface ReadRow {
  readonly row: TableRow;
  readonly input?: BoxInput;
  /** The box that has this serial number, as far as the viewer may see it. */
  readonly existing?: VisibleBox | undefined;
  readonly errors: RowErrors;
}
export interface Reading {
  readonly viewer: Viewer;
  readonly names: NameIndex;
  /** Client of the rows that name none. */
  readonly client: number | undefined;
  /** Boxes that exist, by serial number. */
  readonly existing: ReadonlyMap<string, VisibleBox>;
  /** Whether rows of existing boxes change them. */
  readonly updates: boolean;
}

/** A row as the body of a creation or a change, or the problems of its cells. */
export function readRow(row: TableRow, reading: Reading): ReadRow {
  const errors: RowErrors = row.ragged ? { non_field_errors: ['columns'] } : {};
  const { body, positions } = nestedBody(row.values);
  const existing = reading.existing.get(String(body.serial_number));
  const changes = reading.updates ? existing : undefined;
  Object.assign(errors, withClient(body, reading, changes));
  if (Array.isArray(body.tags)) {
    const owner = changes === undefined ? body.client : changes.client_id;
    const ids = body.tags.map((name: string) => reading.names.tagIds.get(`${owner} ${name.toLowerCase()}`));
    if (ids.includes(undefined)) errors.tags = ['unknown'];
    body.tags = ids.filter((id) => id !== undefined);
  }
  try {
    return { row, existing, input: parse(boxesCreate.body!, body) as BoxInput, errors };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { row, existing, errors: { ...errors, ...asTyped(flatErrors(error.fields, positions)) } };
  }
}

/** What people type where the API takes a number: their message names that. */
const TYPED: Readonly<Record<string, string>> = {
  kilometer_point: 'kilometer_point',
  aero1_model_type: 'one_of|Aero 480, Aero 1000',
  aero2_model_type: 'one_of|Aero 480, Aero 1000',
};
function asTyped(errors: RowErrors): RowErrors {
  for (const [column, code] of Object.entries(TYPED))
    if (String(errors[column]) === 'not_numeric') errors[column] = [code];
  return errors;
}

/** Names become ids; a box that exists stays with its client. */
function withClient(
  body: Record<string, unknown>,
  { viewer, names, client }: Reading,
  changes: VisibleBox | undefined,
): RowErrors {
  const scope = clientScope(viewer);
  const named = typeof body.client === 'string' ? clientNamed(body.client, names) : body.client;
  const errors: RowErrors =
    typeof body.client === 'string' && named === undefined ? { client: ['unknown'] } : {};
  if (changes === undefined) {
    body.client = named ?? client ?? (typeof scope === 'number' ? scope : null);
    return errors;
  }
  if (named !== undefined && named !== changes.client_id) errors.client = ['import_moves_no_box'];
  delete body.client;
  return errors;
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
export function flatErrors(fields: FieldErrors, positions: readonly number[], prefix = ''): RowErrors {
  const result: RowErrors = {};
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) result[`${prefix}${key}`] = value;
    else if (key === 'aeros') Object.assign(result, flatAeros(value, positions));
    else Object.assign(result, flatErrors(value, positions, `${prefix}${key}_`));
  }
  return result;
}

/** Errors by index of an AERO, assigned to the columns of its position. */
function flatAeros(fields: FieldErrors, positions: readonly number[]): RowErrors {
  const result: RowErrors = {};
  for (const [index, inner] of Object.entries(fields)) {
    const position = positions[Number(index)] ?? Number(index) + 1;
    if (Array.isArray(inner)) result.aeros = inner;
    else Object.assign(result, flatErrors(inner, positions, `aero${position}_`));
  }
  return result;
}
